// The explorer in a browser: what a person does, done by a script.
//
//   node tests/browser/explore.mjs PROGRAM CHROMIUM [FOLDER FOR SCREENSHOTS]

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Browser } from "./driver.mjs";

const [program, chromium, screenshots] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "grundy-explore-"));

/** Starts the server; its address is the first line it prints. */
function serve() {
  const server = spawn(program, ["explore", "--no-open", "--memory", "300M", "--time", "60s"], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((done, fail) => {
    server.stdout.once("data", (line) => done({ server, address: String(line).trim() }));
    server.once("exit", (code) => fail(new Error(`the server ended with ${code}`)));
  });
}

const ready = "document.querySelector('#board svg') && document.querySelector('#nimber')";
const solved = `${ready} && /^\\d+$/.test(document.querySelector('#nimber').textContent) && [...document.querySelectorAll('#options .badge')].every((b) => b.textContent !== '?')`;
const picture = async (page, name, full) => { if (screenshots) await page.screenshot(join(screenshots, `${name}.png`), full); };

const tests = {
  async "loads, and chooses Cram 4x5 by clicking"(page, address) {
    await page.go(`${address}`);
    await page.until(ready);
    await page.type("#setup input[type=number]", "4");
    await page.click("#empty");
    await page.until(solved);
    assert.equal(await page.text("#notation"), "4x5");
    assert.equal(await page.text("#nimber"), "2");
    assert.equal(await page.value("document.querySelectorAll('#board .move').length"), 31);
    assert.ok(await page.value("document.querySelectorAll('#board .move.wins').length") > 0, "winning moves are marked");
    await picture(page, "cram");
  },

  async "plays a whole game against the solver, and loses it"(page) {
    await page.choose("#opponent", "computer");
    // The worst first move there is, then the first move on the board each time.
    await page.click("#options li:last-child button");
    for (let moves = 0; moves < 12; moves++) {
      await page.until("document.querySelector('#over') || (!document.querySelector('#computer').disabled && document.querySelector('#log li:last-child')?.textContent.startsWith('Computer'))", "the computer's move");
      if (await page.value("Boolean(document.querySelector('#over'))")) break;
      const before = await page.text("#notation");
      await page.until("document.querySelector('#board .move')");
      await page.click("#board .move");
      await page.until(`document.querySelector('#notation').textContent !== ${JSON.stringify(before)}`, "a move");
    }
    assert.equal(await page.text("#over"), "You cannot move: you lose.");
    assert.match(await page.text("#log"), /Computer: .*nimber/);
    await picture(page, "lost");
  },

  async "undoes and redoes"(page) {
    const end = await page.text("#notation");
    await page.click("#undo");
    await page.until(`document.querySelector('#notation').textContent !== ${JSON.stringify(end)}`);
    assert.equal(await page.text("#over"), null);
    await page.click("#redo");
    await page.until(`document.querySelector('#notation').textContent === ${JSON.stringify(end)}`);
    for (let i = 0; i < 12 && !(await page.value("document.querySelector('#undo').disabled")); i++) await page.press("u", "KeyU");
    await page.until("document.querySelector('#notation').textContent === '4x5'");
    await page.choose("#opponent", "none");
  },

  async "opens a shared link, a sum with its components apart"(page, address) {
    await page.go("about:blank");
    await page.go(`${address}#${new URLSearchParams({ game: "cram", position: "...#..../...#..../...#...." })}`);
    await page.until(solved);
    assert.equal(await page.value("document.querySelectorAll('#components .sum li').length"), 2);
    assert.match(await page.text(".xor"), /^\d+ ⊕ \d+ = \d+$/);
    const [sum, nimber] = (await page.text(".xor")).split(" = ");
    assert.equal(sum.split(" ⊕ ").reduce((a, b) => a ^ Number(b), 0), Number(nimber));
    assert.equal(await page.text("#nimber"), nimber);
    await picture(page, "sum");
  },

  async "fills cells by clicking"(page) {
    await page.click("#setup button[aria-pressed]");
    await page.click("#board .move");
    await page.until("document.querySelector('#notation').textContent.startsWith('#..')", "a filled cell");
    await page.click("#setup button[aria-pressed]");
  },

  async "draws a move in Sprouts with 4 spots"(page, address) {
    await page.go(`${address}#game=sprouts&position=4`);
    await page.until("document.querySelectorAll('#board [data-spot]').length === 4");
    await page.until(solved);
    assert.equal(await page.text("#nimber"), "1");
    await page.click("#board [data-spot='0']");
    await page.until("document.querySelector('#board .chosen')");
    await page.click("#board [data-spot='1']");
    await page.until("document.querySelector('#notation').textContent !== '4'", "the line");
    const joined = await page.text("#notation");
    assert.match(joined, /1a1a|1.1./);
    await page.until(solved);
    // A loop around itself: the other spots may lie on either side.
    await page.click("#undo");
    await page.until("document.querySelectorAll('#board [data-spot]').length === 4");
    await page.click("#board [data-spot='2']");
    await page.until("document.querySelector('#board .chosen')");
    await page.click("#board [data-spot='2']");
    await page.until("document.querySelectorAll('#choices li').length > 1", "what goes to which side");
    await picture(page, "sprouts-sides");
    await page.click("#choices button");
    await page.until("document.querySelector('#notation').textContent !== '4'");
    await page.until(solved);
    await picture(page, "sprouts");
  },

  async "starts and stops a long search, and still plays"(page, address) {
    await page.go(`${address}#game=cram&position=9x9`);
    await page.until("!document.querySelector('#search').hidden && /nodes/.test(document.querySelector('#search-numbers').textContent)", "progress");
    await picture(page, "searching");
    await page.click("#stop");
    await page.until("document.querySelector('#search').hidden && !document.querySelector('#again').hidden", "the end of the search");
    assert.equal(await page.text("#nimber"), "unknown");
    await page.click("#board .move");
    await page.until("document.querySelector('#notation').textContent.startsWith('##')", "a move");
    await page.click("#stop");
    await page.until("document.querySelector('#search').hidden");
  },

  async "unfolds the solution tree"(page, address) {
    await page.go(`${address}#game=cram&position=3x3`);
    await page.until(solved);
    await page.click("#grow");
    await page.until("document.querySelectorAll('#tree details').length > 1", "the first step");
    await page.click("#tree details details > summary");
    await page.until("document.querySelectorAll('#tree details details details').length > 0", "the second step");
    await picture(page, "tree", true);
  },

  async "walks through a certificate"(page, address) {
    const file = join(scratch, "proof.txt");
    // Kayles: heaps of 1 to 6 have nimbers 1, 2, 3, 1, 4, 3.
    const proof = "grundy certificate 1\ngame 0.77\nclaim nimber 3 6\n1\t1\n2\t2\n3\t3\n1\t4\n4\t5\n3\t6\nend 6\n";
    writeFileSync(file, proof);
    await page.go(`${address}#game=nim&position=3 5`);
    await page.until(ready);
    await page.upload("#file", file);
    await page.until("document.querySelector('#checked')", "the verdict");
    assert.match(await page.text("#checked"), /^Verified\. 0\.77: nimber 3 6\. 6 facts/);
    await page.until("document.querySelectorAll('.proof tbody tr').length > 0", "the proof of the last fact");
    assert.ok(!(await page.text(".proof")).includes("no fact"), await page.text(".proof"));
    await picture(page, "certificate", true);
    writeFileSync(file, proof.replace("2\t2", "1\t2"));
    await page.upload("#file", file);
    await page.until("document.querySelector('#checked')?.textContent.startsWith('Refused')", "the refusal");
  },

  async "shows a hostile position as text"(page, address) {
    const hostile = `<img src=x onerror="document.title='broken in'"><svg onload=alert(1)>`;
    await page.go("about:blank");
    await page.go(`${address}#${new URLSearchParams({ game: "cram", position: hostile })}`);
    await page.until("document.querySelector('#error').textContent !== ''", "an error");
    assert.equal(await page.text("#notation"), hostile);
    assert.equal(await page.value("document.querySelectorAll('#notation *, #error *').length"), 0);
    assert.doesNotMatch(await page.value("document.title"), /broken/);
    await page.type("#text", "<b>7</b>");
    await page.press("Enter");
    await page.until("document.querySelector('#notation').textContent === '<b>7</b>'");
    await page.go(`${address}#${new URLSearchParams({ game: "<script>alert(1)</script>", position: "1" })}`);
    await page.until("document.querySelector('#error').textContent.includes('unknown game')");
  },

  async "can be used with the keyboard alone"(page, address) {
    await page.go("about:blank");
    await page.go(`${address}#game=nim&position=2`);
    await page.until(solved);
    await page.value("document.querySelector('#board .move').focus()");
    assert.match(await page.value("document.activeElement.getAttribute('aria-label')"), /leave 0 of 2, nimber 0, a winning move/);
    await page.press("Enter");
    await page.until("document.querySelector('#over')");
    await page.press("u", "KeyU");
    await page.until("document.querySelector('#notation').textContent === '2'");
    const unnamed = "[...document.querySelectorAll('button, input, select, [role=button]')].filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length)).length";
    assert.equal(await page.value(unnamed), 0, "everything that can be pressed has a name");
  },
};

/** The page on a phone, and in the dark. */
async function otherWindows(browser, address) {
  const phone = await browser.open(`${address}#game=cram&position=4x5`, { width: 390, height: 844, mobile: true });
  await phone.until(solved);
  assert.ok(await phone.value("document.documentElement.scrollWidth <= 390"), "nothing sticks out on a phone");
  await picture(phone, "phone");
  await phone.close();
  const dark = await browser.open(`${address}#${new URLSearchParams({ game: "nim", position: "7 5 4 2" })}`, { dark: true });
  await dark.until(solved);
  await picture(dark, "nim-dark");
  assert.deepEqual([...phone.troubles, ...dark.troubles], []);
  await dark.close();
}

const { server, address } = await serve();
const browser = await Browser.launch(chromium);
let failed = 0;
try {
  const page = await browser.open(address);
  for (const [name, test] of Object.entries({ ...tests, "fits a phone, and is dark in the dark": () => otherWindows(browser, address) })) {
    try {
      await test(page, address);
      // Refused positions are answered with 400, which the console calls an error.
      const troubles = page.troubles.splice(0).filter((line) => !/status of 400/.test(line));
      assert.deepEqual(troubles, []);
      console.log(`ok    ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED ${name}\n${error.stack}`);
      if (screenshots) await page.screenshot(join(scratch, "..", `failed-${failed}.png`)).catch(() => {});
    }
  }
} finally {
  await browser.close();
  server.removeAllListeners("exit");
  server.kill();
  rmSync(scratch, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
