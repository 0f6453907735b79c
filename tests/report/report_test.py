#!/usr/bin/env python3
"""The pages of `bouton study` in a browser: no error, nothing wider than the window on a desk or a phone, no file or network needed.

usage: report_test.py BOUTON
"""
import base64
import gzip
import hashlib
import html
import html.parser
import json
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
        text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.read_text())  # or the script below would not run
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
                self.assertLessEqual(reader.tags.count("script"), 1)

    def test_only_the_viewer_can_run(self):
        for spec, page in self.pages.items():
            with self.subTest(study=spec):
                text = page.read_text()
                script = re.search(r"<script>(.*?)</script>", text, re.S).group(1)
                digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
                self.assertIn(f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{digest}'", text)
                self.assertLess(len(script), 7168)
                attacked = page.with_name("attacked.html")
                attacked.write_text(text.replace("</body>", "<script>document.title = 'attacked'</script></body>"))
                dom, _ = self.chromium(attacked, "--virtual-time-budget=5000", "--dump-dom")
                self.assertNotIn("<title>attacked</title>", dom)
                self.assertIn("<canvas", dom)  # the viewer itself ran

    def driven(self, page, script):
        """The page's title after a script has used it."""
        copy = page.with_name("driven.html")
        text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.read_text())
        copy.write_text(text.replace("</body>", f"<script>setTimeout(() => {{ {script} }}, 2000)</script></body>"))
        dom, _ = self.chromium(copy, "--window-size=1280,2000", "--virtual-time-budget=8000", "--dump-dom")
        return html.unescape(re.search(r"<title>(.*?)</title>", dom, re.S).group(1))

    def test_a_click_tells_value_and_moves(self):
        told = self.driven(self.pages["wythoff"], """
            const c = document.querySelector('canvas'), box = c.getBoundingClientRect(), px = box.width / 101, at = {
              bubbles: true, clientX: box.left + 3.5 * px, clientY: box.bottom - 4.5 * px};
            c.dispatchEvent(new PointerEvent('pointermove', at)); c.dispatchEvent(new MouseEvent('click', at));
            document.title = document.querySelector('.viewer p').textContent""")
        answer = json.loads(subprocess.run([BOUTON, "moves", "wythoff", "3", "4", "--json"], check=True, capture_output=True, env=ENVIRONMENT).stdout)
        values = sorted({option["value"] for option in answer["moves"]})
        self.assertEqual(told, f"x = 3, y = 4: {answer['value']}; {len(answer['moves'])} moves, to {', '.join(map(str, values))}; to 0: (1, 2)")

    def test_values_and_moves_of_the_page_are_those_of_the_program(self):
        text = self.pages["wythoff"].read_text()
        axes = json.loads(html.unescape(re.search(r'data-axes="(.*?)"', text).group(1)))
        packed = re.search(r'data-box="(.*?)"', text).group(1)
        data = [n for (n,) in struct.iter_unpack("<h", gzip.decompress(base64.b64decode(packed)))]
        side = axes[0]["to"] + 1
        self.assertEqual([axis["to"] for axis in axes], [side - 1, side - 1])
        table = self.folder / "table.csv"
        subprocess.run([BOUTON, "table", "wythoff", "--to", f"{side - 1},{side - 1}", "--out", table], check=True, env=ENVIRONMENT)
        rows = [line.split(",") for line in table.read_text().splitlines() if line[:1].isdigit()]
        known = [int(n) for row in rows for n in (row[1:] if len(row) > 3 else row[-1:])]
        self.assertEqual(data[:side * side], known)
        at = side * side
        for cell in range(side * side):
            x, y = divmod(cell, side)
            runs, at, found = data[at], at + 1, set()
            for _ in range(runs):
                count, dx, dy, sx, sy = data[at:at + 5]
                at += 5
                found |= {(x + dx + i * sx, y + dy + i * sy) for i in range(count)}
            moves = {(u, y) for u in range(x)} | {(x, v) for v in range(y)} | {(x - t, y - t) for t in range(1, min(x, y) + 1)}
            self.assertEqual(found, moves)  # Wythoff's rules, written out once more
        self.assertEqual(at, len(data))

    def test_filter_shows_one_verdict(self):
        shown = self.driven(self.pages["two-move-subtraction"], """
            document.getElementById('show-refuted').click();
            document.title = [...document.querySelectorAll('.claims > li')].filter(e => e.offsetParent).map(e => e.className).join(' ')""")
        self.assertEqual(set(shown.split()), {"is-refuted"})

    def test_mathematics(self):
        text = self.pages["two-move-subtraction"].read_text()
        self.assertIn("<msup><mrow><mn>0</mn></mrow><mrow><mi>x</mi></mrow></msup>", text)
        self.assertIn("subtraction(moves = {2, 5})", text)  # the example of the file

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
