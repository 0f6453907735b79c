#!/usr/bin/env python3
"""The pages of `bouton study` in a browser: no error, nothing wider than the window on a desk or a phone, no file or network needed.

usage: report_test.py BOUTON
"""
import html
import html.parser
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import urllib.parse
import zlib

BOUTON = None
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ENVIRONMENT = dict(os.environ, BOUTON_HOME=str(ROOT), XDG_CACHE_HOME="/dev/null", LC_ALL="C.UTF-8")
SPECS = ["wythoff", "two-move-subtraction"]  # a game, a paper


def png_is_blank(data):
    """All bytes of the picture but the filter bytes are equal. Chromium writes 8-bit, not interlaced."""
    width, height = struct.unpack(">II", data[16:24])
    content, at = b"", 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IDAT":
            content += data[at + 8:at + 8 + length]
        at += length + 12
    raw = zlib.decompress(content)
    row = len(raw) // height
    # Filtered bytes of a picture in one colour: the first pixel, then zeros.
    return width == 0 or not any(any(raw[y * row + 1:(y + 1) * row]) for y in range(1, height))


class Reader(html.parser.HTMLParser):
    """Every element is closed in order; collects ids and addresses."""

    def __init__(self):
        super().__init__()
        self.open, self.problems, self.ids, self.addresses, self.tags = [], [], [], [], []

    def attributes(self, attrs):
        for name, value in attrs:
            if name == "id":
                self.ids.append(value)
            if name in ("src", "href", "xlink:href", "action", "data", "srcset", "poster"):
                self.addresses.append(value)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes(attrs)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes(attrs)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}> at {self.getpos()}")


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.pages = {}
        for spec in SPECS:
            out = cls.folder / spec
            done = subprocess.run([BOUTON, "study", spec, "--out", out], capture_output=True, text=True, env=ENVIRONMENT)
            if done.returncode != 0:
                raise AssertionError(f"bouton study {spec}: {done.stdout}{done.stderr}")
            cls.pages[spec] = out / "index.html"

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def chromium(self, page, *options):
        """What the browser writes to stdout and to its log."""
        done = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--enable-logging=stderr",
             f"--user-data-dir={self.folder / 'profile'}", *options, page.as_uri()],
            check=True, capture_output=True, text=True, errors="replace", timeout=120)
        return done.stdout, done.stderr

    def framed(self, page, width):
        """The page in a frame of this width, since Chromium has no window narrower than 500 pixels. The title says how wide it wants to be."""
        copy, frame = page.with_name("copy.html"), page.with_name("frame.html")
        report = '<script>parent.postMessage(String(document.documentElement.scrollWidth), "*")</script></body>'
        text = page.read_text()
        self.assertEqual(text.count("</body>"), 1)
        copy.write_text(text.replace("</body>", report))
        frame.write_text(
            '<!DOCTYPE html><meta charset="utf-8"><title>none</title><style>body { margin: 0 } iframe { border: 0; height: 3000px; width: '
            f'{width}px }}</style><script>onmessage = e => document.title = "width " + e.data</script><iframe src="copy.html"></iframe>')
        return frame

    def test_nothing_is_wider_than_the_window(self):
        for spec, page in self.pages.items():
            with self.subTest(study=spec):
                for width in (320, 390, 1280):
                    frame = self.framed(page, width)
                    dom, _ = self.chromium(frame, "--window-size=1400,3000", "--virtual-time-budget=10000", "--dump-dom")
                    self.assertIn(f"<title>width {width}</title>", dom, f"at {width} pixels")

    def test_screenshots(self):
        for spec, page in self.pages.items():
            with self.subTest(study=spec):
                for width in (390, 1280):
                    frame, picture = self.framed(page, width), page.with_name(f"{width}.png")
                    _, log = self.chromium(frame, f"--window-size={max(width, 500)},3000", f"--screenshot={picture}")
                    self.assertFalse(png_is_blank(picture.read_bytes()))
                    self.assertNotIn("CONSOLE", log)

    def test_no_console_message(self):
        for spec, page in self.pages.items():
            with self.subTest(study=spec):
                dom, log = self.chromium(page, "--dump-dom")
                self.assertIn("Made by Bouton", dom)
                self.assertEqual([line for line in log.splitlines() if "CONSOLE" in line], [])

    def test_prints(self):
        for spec, page in self.pages.items():
            with self.subTest(study=spec):
                paper = page.with_name("page.pdf")
                self.chromium(page, "--no-pdf-header-footer", f"--print-to-pdf={paper}")
                text = subprocess.run(["pdftotext", paper, "-"], check=True, capture_output=True, text=True).stdout
                self.assertIn("Made by Bouton", text)
                file = re.search(r'<pre class="file"[^>]*>(.*?)</pre>', page.read_text(), re.S).group(1)
                # What is folded on the screen is there on paper.
                self.assertIn(re.search(r"\w+", html.unescape(file)).group(), text.split("The file")[-1])

    def test_well_formed(self):
        for spec, page in self.pages.items():
            with self.subTest(study=spec):
                reader = Reader()
                reader.feed(page.read_text(encoding="utf-8", errors="strict"))
                reader.close()
                self.assertEqual(reader.problems, [])
                self.assertEqual(reader.open, [])
                self.assertEqual(len(reader.ids), len(set(reader.ids)))
                self.assertNotIn("script", reader.tags)

    def test_needs_nothing_else(self):
        for spec, page in self.pages.items():
            with self.subTest(study=spec):
                text = page.read_text()
                reader = Reader()
                reader.feed(text)
                for address in reader.addresses:
                    if address.startswith("#"):
                        self.assertIn(address[1:], reader.ids)
                    elif not address.startswith("data:"):
                        self.assertEqual(urllib.parse.urlsplit(address).scheme, "", address)
                        self.assertTrue((page.parent / urllib.parse.unquote(address)).exists(), address)
                self.assertNotRegex(text, r"@import|url\((?!#)")


if __name__ == "__main__":
    BOUTON = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
