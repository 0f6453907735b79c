#!/usr/bin/env python3
"""Pictures are read by programs that are not ours: rsvg-convert, pdfinfo and pdftoppm, Python's XML parser; PNG chunks by hand.

usage: pictures_test.py GALLERY
"""
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

GALLERY = None
SVG = "{http://www.w3.org/2000/svg}"


def run(*command):
    return subprocess.run(command, check=True, capture_output=True).stdout


def png_chunks(data):
    """(type, content) of each chunk."""
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        yield kind, data[at + 8:at + 8 + length]
        at += length + 12


def png_size(data):
    return struct.unpack(">II", dict(png_chunks(data))[b"IHDR"][:8])


class Pictures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        run(GALLERY, cls.folder)
        cls.names = sorted(file.stem for file in cls.folder.glob("*.svg"))

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def each(self, ending):
        for name in self.names:
            with self.subTest(picture=name, ending=ending):
                yield name, self.folder / (name + ending)

    def test_there_are_pictures(self):
        self.assertGreaterEqual(len(self.names), 12)

    def test_svg(self):
        for name, file in self.each(".svg"):
            root = ET.parse(file).getroot()
            self.assertEqual(root.find(SVG + "desc").text, f'bouton picture --title "<{self.title(name)}>" & more')
            ids = [element.get("id") for element in root.iter() if element.get("id")]
            self.assertEqual(len(ids), len(set(ids)))
            width, height = (float(x) for x in root.get("viewBox").split()[2:])
            size = png_size(run("rsvg-convert", "--dpi-x", "72", "--dpi-y", "72", file))
            self.assertEqual(size, (round(width), round(height)))

    def title(self, name):
        return ET.parse(self.folder / (name + ".svg")).getroot().find(SVG + "title").text

    def test_pdf(self):
        for name, file in self.each(".pdf"):
            info = run("pdfinfo", file).decode()
            self.assertRegex(info, r"Pages: +1\n")
            self.assertIn(f'bouton picture --title "<{self.title(name)}>" & more', info)
            self.assertNotIn("CreationDate", info)
            self.assertIn(self.title(name), " ".join(run("pdftotext", file, "-").decode().split()))
            self.assertTrue(run("pdftoppm", "-r", "20", file).startswith(b"P6"))

    def test_png(self):
        for name, file in self.each(".png"):
            data = file.read_bytes()
            self.assertTrue(data.startswith(b"\x89PNG\r\n\x1a\n"))
            texts = b"\n".join(content for kind, content in png_chunks(data) if kind in (b"tEXt", b"iTXt"))
            self.assertIn(f'bouton picture --title "<{self.title(name)}>" & more'.encode(), texts)

    def test_all_formats_have_the_same_size(self):
        for name, file in self.each(".png"):
            width, height = png_size(file.read_bytes())
            info = run("pdfinfo", self.folder / (name + ".pdf")).decode()
            points = re.search(r"Page size: +(\d+) x (\d+) pts", info).groups()
            self.assertEqual((width, height), (2 * int(points[0]), 2 * int(points[1])))

    def test_a_page_of_all(self):
        page = (self.folder / "page.html").read_text()
        ids = re.findall(r' id="([^"]*)"', page)
        self.assertEqual(len(ids), len(set(ids)))
        self.assertLessEqual(set(re.findall(r'(?:href="#|url\(#)([^")]*)', page)), set(ids))
        self.assertNotIn("<?xml", page)
        for svg in re.findall(r"<svg.*?</svg>", page, re.S):
            root = ET.fromstring(svg)
            self.assertEqual((root.get("role"), root.get("width")), ("img", "100%"))
            self.assertTrue(root.find(SVG + "title").text)

    def test_the_same_bytes_again(self):
        with tempfile.TemporaryDirectory() as again:
            run(GALLERY, again)
            for file in self.folder.iterdir():
                self.assertEqual(file.read_bytes(), (pathlib.Path(again) / file.name).read_bytes(), file.name)


if __name__ == "__main__":
    GALLERY = sys.argv.pop(1)
    unittest.main()
