// The explorer in a browser: what a person does, done by a script.
//
//   node tests/browser/explore.mjs PROGRAM CHROMIUM [FOLDER FOR SCREENSHOTS]

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Browser } from "./driver.mjs";
import { SHAPES, crossings } from "./geometry.mjs";
import { chooseLine, playByHand } from "./play_sprouts.mjs";
import { randomMoves } from "./random_game.mjs";

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

const ready = "document.querySelector('#board[aria-busy=false] svg')";
const solved = `${ready} && document.querySelector('#nimber') && /^\\d+$/.test(document.querySelector('#nimber').textContent) && [...document.querySelectorAll('#options .badge')].every((b) => b.textContent !== '?')`;
const picture = async (page, name, full) => { if (screenshots) await page.screenshot(join(screenshots, `${name}.png`), full); };
const link = (words) => `#${new URLSearchParams(words)}`;
const fresh = async (page, address, words) => { await page.go("about:blank"); await page.go(`${address}${link(words)}`); };
const steps = (page) => page.value("document.querySelectorAll('#log li').length");

const tests = {
  async "chooses Cram 4x5 by clicking; sizes stay in their fields"(page, address) {
    await fresh(page, address, { game: "cram", position: "3x4" });
    await page.until(solved);
    assert.deepEqual(await page.value("[...document.querySelectorAll('#setup input')].map((e) => e.value)"), ["3", "4"]);
    await page.type("#setup input[aria-label=Rows]", "4");
    await page.type("#setup input[aria-label=columns]", "5");
    await page.click("#empty");
    await page.until(`document.querySelector('#notation').textContent === '4x5' && ${solved}`);
    assert.equal(await page.text("#nimber"), "2");
    assert.match(await page.text("#mex"), /^mex\{0, 1(, \d+)*\} = 2/);
    assert.equal(await page.value("document.querySelectorAll('#board .move').length"), 31);
    assert.ok(await page.value("document.querySelectorAll('#board .move.wins').length") > 0, "winning moves are marked");
    await picture(page, "cram");
  },

  async "plays a whole game against the solver, loses it, and is told where"(page) {
    await page.click("#options li:last-child button");
    await page.until("document.querySelectorAll('#log li').length === 1");
    await page.choose("#opponent", "computer");
    for (let moves = 0; moves < 12; moves++) {
      await page.until("document.querySelector('#over') || (document.querySelector('#board[aria-busy=false]') && document.querySelector('#log li:last-child')?.textContent.startsWith('Computer'))", "the computer's move");
      if (await page.value("Boolean(document.querySelector('#over'))")) break;
      assert.equal(await page.value("document.querySelectorAll('#board .value').length"), 0, "values are hidden against the computer");
      const before = await steps(page);
      await page.click("#board .move");
      await page.until(`document.querySelectorAll('#log li').length > ${before}`, "a move");
    }
    assert.equal(await page.text("#over"), "You cannot move: you lose.");
    assert.match(await page.text("#log"), /Computer: .*nimber/);
    await page.click("#review");
    await page.until("document.querySelector('#board-hint').textContent.startsWith('It was lost at move')", "where it was lost");
    assert.ok(await page.value("document.querySelectorAll('#log .mistake').length") > 0);
    await picture(page, "lost");
  },

  async "goes through the moves, makes a variation, and keeps the game over reload and Back"(page) {
    await page.choose("#opponent", "none");
    const end = await page.text("#notation");
    await page.click("#log [data-step='2']");
    await page.until(`document.querySelector('#notation').textContent !== ${JSON.stringify(end)} && ${ready}`);
    const second = await page.text("#notation");
    await page.value("document.activeElement.blur()");
    await page.press("ArrowLeft");
    await page.until(`document.querySelector('#log .here')?.dataset.step === '1' && ${ready}`);
    await page.press("ArrowRight");
    await page.until(`document.querySelector('#notation').textContent === ${JSON.stringify(second)} && ${ready}`);
    await page.click("#board .move:last-of-type");
    await page.until(`document.querySelectorAll('#log li').length === 3 && document.querySelector('.variations') && ${ready}`, "a variation");
    const third = await page.text("#notation");
    await page.send("Page.reload");
    await page.until(`document.querySelectorAll('#log li').length === 3 && document.querySelector('#notation').textContent === ${JSON.stringify(third)} && ${ready}`, "the game after a reload");
    await page.value("history.back()");
    await page.until(`document.querySelector('#notation').textContent === ${JSON.stringify(second)} && ${ready}`, "the move before, by Back");
    await page.value("history.forward()");
    await page.until(`document.querySelector('#notation').textContent === ${JSON.stringify(third)} && ${ready}`, "Forward");
  },

  async "takes one move of two clicks in one moment, and keeps the game when a text is wrong"(page, address) {
    await fresh(page, address, { game: "cram", position: "5x5", values: "0" });
    await page.until(ready);
    await page.value("{ const moves = document.querySelectorAll('#board .move'); for (const move of [moves[0], moves[30], moves[0]]) move.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 })); }");
    await page.until(`document.querySelectorAll('#log li').length > 0 && ${ready}`);
    assert.equal(await steps(page), 1);
    assert.equal(await page.text("#notation"), "##.../...../...../...../.....");
    assert.equal(await page.value("document.querySelectorAll('.domino').length"), 1);
    await page.type("#text", "5x");
    await page.press("Enter");
    await page.until("document.querySelector('#error').textContent !== ''");
    assert.equal(await page.text("#notation"), "##.../...../...../...../.....");
    assert.equal(await steps(page), 1);
    await page.choose("#opponent", "computer");
    await page.until(`document.querySelectorAll('#log li').length === 2 && ${ready}`, "the computer's move");
    await page.value("{ const move = document.querySelector('#board .move'); for (let i = 0; i < 2; i++) move.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 })); }");
    await page.until(`document.querySelectorAll('#log li').length === 4 && ${ready}`, "one move and one answer");
    assert.match(await page.value("location.hash"), /opponent=computer/);
  },

  async "opens a shared link, a sum with its components apart and in binary"(page, address) {
    await fresh(page, address, { game: "cram", position: "...#..../...#..../...#...." });
    await page.until(solved);
    assert.equal(await page.value("document.querySelectorAll('#components .sum li').length"), 2);
    const [sum, nimber] = (await page.text(".xor")).split(" = ");
    assert.equal(sum.split(" ⊕ ").reduce((a, b) => a ^ Number(b), 0), Number(nimber));
    assert.equal(await page.text("#nimber"), nimber);
    await page.click(".binary summary");
    assert.equal(await page.value("document.querySelectorAll('.binary tr').length"), 3);
    await picture(page, "sum");
    await page.click("#setup button[aria-pressed]");
    await page.click("#board .move");
    await page.until("document.querySelector('#notation').textContent.startsWith('#..')", "a filled cell");
  },

  async "plays Kayles on pins, and shows its rules"(page, address) {
    await fresh(page, address, { game: "kayles", position: "5" });
    await page.until(solved);
    assert.equal(await page.text("#position-title"), "Kayles");
    await page.click("#rules");
    assert.match(await page.text("#dialog-body"), /knock down one or two neighbours. Whoever cannot move loses/);
    await page.click("#dialog button");
    assert.equal(await page.value("document.querySelectorAll('#board .move').length"), 9);
    await picture(page, "kayles");
    // The middle pin leaves two pins on either side, which wins.
    await page.click("#board .move[aria-label^='Row 1, 3:']");
    await page.until(`/^2\\D+2$/.test(document.querySelector('#notation').textContent) && ${solved}`);
    assert.equal(await page.text("#nimber"), "0");
  },

  async "plays Sprouts with 6 spots drawn by hand, against the computer"(page, address) {
    await fresh(page, address, { game: "sprouts", position: "6", opponent: "computer", level: "perfect" });
    const { moves, largest, tightest } = await playByHand(page, { order: 3, shot: async (made) => { if ([1, 4, 8].includes(made)) await picture(page, `sprouts-${made}`); } });
    console.log(`      ${moves} moves, the person's all drawn freehand with at least ${tightest} pixels of room; other spots moved by ${(100 * largest).toFixed(1)} % of the width at most`);
    assert.ok(moves >= 12 && moves <= 17, `${moves} moves`);
    assert.equal(await page.text("#notation"), "!");
    assert.match(await page.text("#over"), /You (lose|win)|you (lose|win)/);
    await picture(page, "sprouts-end");
    const before = await page.value(SHAPES);
    await page.send("Page.reload");
    await page.until(`document.querySelector('#over') && document.querySelectorAll('#log li').length === ${moves} && ${ready}`, "the game after a reload");
    const after = await page.value(SHAPES);
    assert.equal(after.curves.length, before.curves.length);
    const apart = Object.keys(before.spots).map((name) => Math.hypot(before.spots[name].at[0] - before.box.x - after.spots[name].at[0] + after.box.x, before.spots[name].at[1] - before.box.y - after.spots[name].at[1] + after.box.y));
    assert.ok(Math.max(...apart) < 2, `after a reload a spot is ${Math.max(...apart)} pixels away`);
  },

  async "refuses a line that crosses, and offers all lines between two spots"(page, address) {
    await fresh(page, address, { game: "sprouts", position: "4" });
    await page.until(solved);
    assert.equal(await page.text("#nimber"), "1");
    await page.value("document.querySelector('#board').scrollIntoView({ block: 'center' })");
    const { spots } = await page.value(SHAPES);
    const straight = (a, b) => Array.from({ length: 21 }, (_, k) => [0, 1].map((i) => spots[a].at[i] + ((spots[b].at[i] - spots[a].at[i]) * k) / 20));
    await page.draw(straight("0", "2"));
    await page.until(`document.querySelectorAll('#log li').length === 1 && ${ready}`, "a line");
    await page.draw(straight("1", "3"));
    await page.until("document.querySelector('.refused')", "the crossing");
    assert.match(await page.text("#board-hint"), /crosses a line/);
    assert.equal(await steps(page), 1);
    await page.press("u", "KeyU");
    await page.until(`document.querySelectorAll('#board [data-spot]').length === 4 && ${ready}`);
    for (const spot of ["2", "2"]) await page.click(`#board [data-spot='${spot}'] .ink`);
    await page.until("document.querySelectorAll('#board .candidate').length === 2", "two different loops");
    await picture(page, "sprouts-sides");
    await page.press("Escape");
    assert.equal(await page.value("document.querySelectorAll('#board .candidate').length"), 0);
    for (const spot of ["2", "2"]) await page.click(`#board [data-spot='${spot}'] .ink`);
    await page.until("document.querySelectorAll('#board .candidate').length === 2");
    await page.value("document.activeElement.blur()");
    await page.press("2");
    await page.until(`document.querySelectorAll('#log li').length === 1 && ${ready}`, "the loop");
    assert.deepEqual(crossings(await page.value(SHAPES)), []);
  },

  async "draws a sum as one drawing with tinted parts, and no black boxes"(page, address) {
    await fresh(page, address, { game: "sprouts", position: "0.AB|0.AB+0.0" });
    await page.until(solved);
    assert.equal(await page.value("document.querySelector('#board svg').dataset.agrees"), "yes");
    const parts = await page.value("new Set([...document.querySelectorAll('#board .area')].map((e) => e.dataset.part)).size");
    assert.ok(parts >= 2, `${parts} parts are tinted`);
    const { data } = await page.send("Page.captureScreenshot", { format: "png", clip: { ...(await page.value("(() => { const r = document.querySelector('#board svg').getBoundingClientRect(); return { x: r.x, y: r.y, width: r.width, height: r.height }; })()")), scale: 1 } });
    const dark = await page.value(`(async () => { const image = new Image(); image.src = "data:image/png;base64,${data}"; await image.decode(); const canvas = document.createElement("canvas"); canvas.width = image.width; canvas.height = image.height; const context = canvas.getContext("2d"); context.drawImage(image, 0, 0); const { data } = context.getImageData(0, 0, image.width, image.height); let dark = 0; for (let i = 0; i < data.length; i += 4) if (data[i] + data[i + 1] + data[i + 2] < 200) dark += 1; return dark / (data.length / 4); })()`);
    assert.ok(dark > 0.002 && dark < 0.06, `${dark} of the picture is dark`);
    await picture(page, "sprouts-sum");
    // The saved picture has the tints of the page.
    await page.downloads(scratch);
    for (const kind of ["svg", "png", "text"]) await page.click(`#save-${kind}`);
    const saved = (end) => readdirSync(scratch).find((name) => name.startsWith("sprouts") && name.endsWith(end));
    for (let i = 0; i < 100 && !(saved(".svg") && saved(".png") && saved(".txt")); i++) await new Promise((done) => setTimeout(done, 50));
    const areas = readFileSync(join(scratch, saved(".svg")), "utf8").match(/<path class="area[^>]*>/g);
    assert.ok(areas.length >= 2 && areas.every((area) => area.includes('fill-opacity="0.16"')), areas[0]);
    assert.equal(readFileSync(join(scratch, saved(".png"))).toString("latin1", 1, 4), "PNG");
    assert.match(readFileSync(join(scratch, saved(".txt")), "utf8"), /^Sprouts /);
  },

  async "plays games on graphs by clicking vertices and edges"(page, address) {
    // The position, the number of moves, and what is left after a move by the rules.
    const games = [
      ["node-kayles", "grid 3x4", 12, "5", 7], ["arc-kayles", "grid 3x4", 17, "0-1", 13], ["domination", "cycle 7", 7, "3", 6],
      ["cram", "3x4:cylinder", 20, "0-1", 15], ["node-kayles", "path 3 + cycle 5", 8, "2:0", 5],
    ];
    for (const [game, position, moves, label, after] of games) {
      const what = `${game} ${position}`;
      await fresh(page, address, { game, position });
      // The board is drawn again when the search ends; the picture comes from the server.
      await page.until(`${solved} && document.querySelectorAll('#board .graph .move').length === ${moves} && (document.querySelector('#board .move.wins') || document.querySelector('#nimber').textContent === '0')`, what);
      assert.equal(await page.value("document.querySelector('#board svg').getBoundingClientRect().width > 150"), true, what);
      // Winning moves on the board are those of the list.
      const wins = await page.value("document.querySelectorAll('#board .move.wins').length");
      assert.equal(wins > 0, (await page.text("#nimber")) !== "0", `${what}: ${wins} winning moves`);
      if (game === "arc-kayles") await picture(page, "arc-kayles");
      if (game === "cram") await picture(page, "cylinder");
      await page.click(`#board .move[data-label='${label}']`);
      await page.until(`document.querySelectorAll('#log li').length === 1 && ${solved} && document.querySelectorAll('#board .graph .move').length === ${after}`, `${what} after ${label}`);
      await page.choose("#opponent", "computer");
      await page.until(`document.querySelectorAll('#log li').length === 2 && ${ready}`, `the computer's move in ${what}`);
      for (let turn = 0; turn < 12; turn++) {
        await page.until(`document.querySelector('#over') || (${ready} && document.querySelector('#log li:last-child').textContent.startsWith('Computer') && document.querySelector('#board .move'))`, `a turn in ${what}`);
        if (await page.value("Boolean(document.querySelector('#over'))")) break;
        const made = await steps(page);
        await page.click("#board .move");
        await page.until(`document.querySelectorAll('#log li').length > ${made}`, `a move in ${what}`);
      }
      assert.ok(await page.value("Boolean(document.querySelector('#over'))"), `${what} ends`);
    }
  },

  async "fails a puzzle, solves it, and makes a sheet"(page, address) {
    await fresh(page, address, { puzzle: "win", game: "nim", grade: "1", seed: "5" });
    await page.until(`document.querySelector('#question') && ${ready}`, "a puzzle");
    const label = await page.value("location.hash");
    assert.match(label, /puzzle=win/);
    const sizes = (await page.text("#notation")).split(/\D+/).map(Number);
    const sum = sizes.reduce((a, b) => a ^ b, 0);
    assert.notEqual(sum, 0);
    const heap = sizes.findIndex((size) => (size ^ sum) < size);
    const right = `Heap ${heap + 1}: leave ${sizes[heap] ^ sum} of`;
    const name = (prefix) => `#board .move[aria-label^='${prefix}']`;
    const wrong = await page.value(`[...document.querySelectorAll('#board .move')].map((e) => e.getAttribute('aria-label')).find((text) => !text.startsWith(${JSON.stringify(right)}))`);
    await page.click(name(wrong));
    await page.until("document.querySelector('#puzzle-verdict.bad')", "the refusal");
    await page.click("#puzzle-retry");
    await page.until(`!document.querySelector('#puzzle-verdict') && document.querySelectorAll('#log li .here').length === 0 && ${ready}`);
    await picture(page, "puzzle");
    await page.click(name(right));
    await page.until("document.querySelector('#puzzle-verdict.good')", "the solution");
    await page.choose("#puzzle-game", "kayles");
    await page.choose("#puzzle-kind", "nimber");
    await page.click("#puzzle-sheet");
    await page.until("document.querySelectorAll('#sheet .puzzles li').length === 6", "a sheet", 30);
    assert.equal(await page.value("document.querySelectorAll('#sheet .answers li').length"), 6);
    await page.click("#puzzle-end");
  },

  async "proves a position, saves the certificate, and the checker verifies it"(page, address) {
    await fresh(page, address, { game: "sprouts", position: "3" });
    await page.until(solved);
    await page.downloads(scratch);
    await page.click("#prove");
    await page.until("document.querySelector('#download')", "the certificate", 30);
    await page.until("document.querySelector('#checked')?.textContent.startsWith('Verified')", "the check");
    await page.click("#download");
    const files = () => readdirSync(scratch).filter((name) => name.endsWith(".cert"));
    for (let i = 0; i < 100 && files().length === 0; i++) await new Promise((done) => setTimeout(done, 50));
    const file = join(scratch, files()[0]);
    assert.match(readFileSync(file, "utf8"), /^grundy certificate 1\ngame sprouts\nclaim nimber \d+ /);
    assert.equal(spawnSync(program, ["check", file]).status, 0);
    await picture(page, "certificate", true);
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
    await page.until("!document.querySelector('#search').hidden", "the next search");
    await page.click("#stop");
    await page.until("document.querySelector('#search').hidden");
  },

  async "unfolds the solution tree"(page, address) {
    await page.go(`${address}#game=cram&position=3x3`);
    await page.until(`document.querySelector('#notation').textContent === '3x3' && ${solved}`);
    await page.click("#grow");
    await page.until("document.querySelectorAll('#tree details').length > 1", "the first step");
    await page.click("#tree details details > summary");
    await page.until("document.querySelectorAll('#tree details details details').length > 0", "the second step");
    await picture(page, "tree", true);
  },

  async "refuses a wrong certificate"(page, address) {
    const file = join(scratch, "proof.txt");
    // Kayles: heaps of 1 to 6 have nimbers 1, 2, 3, 1, 4, 3.
    const proof = "grundy certificate 1\ngame 0.77\nclaim nimber 3 6\n1\t1\n2\t2\n3\t3\n1\t4\n4\t5\n3\t6\nend 6\n";
    writeFileSync(file, proof);
    await page.go(`${address}#game=nim&position=3 5`);
    await page.until(ready);
    await page.upload("#file", file);
    await page.until("document.querySelector('#checked')?.textContent.includes('0.77')", "the verdict");
    assert.match(await page.text("#checked"), /^Verified\. 0\.77: nimber 3 6\. 6 facts/);
    await page.until("document.querySelectorAll('.proof tbody tr').length > 0", "the proof of the last fact");
    assert.ok(!(await page.text(".proof")).includes("no fact"), await page.text(".proof"));
    writeFileSync(file, proof.replace("2\t2", "1\t2"));
    await page.upload("#file", file);
    await page.until("document.querySelector('#checked')?.textContent.startsWith('Refused')", "the refusal");
  },

  async "shows hostile texts as text"(page, address) {
    const hostile = `<img src=x onerror="document.title='broken in'"><svg onload=alert(1)>`;
    await fresh(page, address, { game: "cram", position: hostile });
    await page.until("document.querySelector('#error').textContent !== ''", "an error");
    assert.equal(await page.value("document.querySelectorAll('#notation *, #error *').length"), 0);
    assert.doesNotMatch(await page.value("document.title"), /broken/);
    for (const words of [{ game: "<script>alert(1)</script>", position: "1" }, { game: "sprouts", position: "3", moves: "0.1.<b>;x" }, { game: "nim", position: "3", moves: "<i>" }]) {
      await fresh(page, address, words);
      await page.until("document.querySelector('#error').textContent !== ''", "an error");
      assert.equal(await page.value("document.querySelectorAll('#error *').length"), 0);
    }
  },

  async "can be used with the keyboard alone"(page, address) {
    await fresh(page, address, { game: "nim", position: "2 2" });
    await page.until(solved);
    await page.value("document.querySelector('#board .move').focus()");
    assert.match(await page.value("document.activeElement.getAttribute('aria-label')"), /Heap 1: leave 0 of 2/);
    await page.press("ArrowRight");
    assert.match(await page.value("document.activeElement.getAttribute('aria-label')"), /Heap 2: leave 0 of 2/);
    await page.press("Enter");
    await page.until(`document.querySelector('#notation').textContent === '2' && ${ready} || document.querySelector('#notation').textContent === '2 0'`);
    await page.until("document.activeElement.closest('#board')", "the focus stays on the board");
    await page.press("?");
    await page.until("document.querySelector('#dialog').open");
    await page.press("Escape");
    const unnamed = "[...document.querySelectorAll('button, input, select, [role=button]')].filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length)).length";
    assert.equal(await page.value(unnamed), 0, "everything that can be pressed has a name");
  },
};

/** A late position with 12 spots on a phone: every live spot can be tapped, also beside its middle, and two fingers zoom. */
async function crowdedPhone(browser, address) {
  const phone = await browser.open(`${address}${link({ game: "sprouts", position: "12", moves: randomMoves(12, 20, 1).join(";"), values: "0" })}`, { width: 390, height: 844, mobile: true });
  await phone.until(`document.querySelectorAll('#log li').length === 20 && ${ready}`, "the late position");
  const board = async () => {
    await phone.value("document.querySelector('#board').scrollIntoView({ block: 'center', behavior: 'instant' })");
    const shapes = await phone.value(SHAPES);
    const live = Object.entries(shapes.spots).filter(([, { live: isLive }]) => isLive).map(([name, { at }]) => ({ name, at }));
    const apart = live.flatMap(({ at }, i) => live.slice(0, i).map((other) => Math.hypot(at[0] - other.at[0], at[1] - other.at[1])));
    return { box: shapes.box, live, nearest: Math.min(...apart) };
  };
  /** Taps each live spot that is shown, a little beside its middle, and sees that it is chosen. */
  const tapAll = async (aside) => {
    const { box, live } = await board();
    let tapped = 0;
    for (const { name, at: [x, y] } of live) {
      for (const [dx, dy] of [[aside, 0], [-aside, aside / 2], [0, -aside]]) {
        if (x + dx < box.x + 2 || y + dy < box.y + 2 || x + dx > box.x + box.width - 2 || y + dy > box.y + box.height - 2) continue;
        await phone.tap([x + dx, y + dy]);
        await phone.until(`document.querySelector('#board .chosen')?.dataset.spot === '${name}'`, `spot ${name} to be chosen`, 5);
        await phone.press("Escape");
        tapped += 1;
      }
    }
    return tapped;
  };
  const { nearest, live, box } = await board();
  console.log(`      ${live.length} live spots on ${box.width.toFixed(0)} pixels, the nearest two ${nearest.toFixed(0)} pixels apart`);
  assert.ok(nearest >= 40, `live spots are ${nearest} pixels apart`);
  assert.ok(await tapAll(10) >= 2 * live.length);
  await picture(phone, "phone-12");
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  await phone.pinch([[cx - 30, cy], [cx + 30, cy]], [[cx - 75, cy], [cx + 75, cy]]);
  const zoomed = await board();
  assert.ok(zoomed.nearest > 1.8 * nearest && zoomed.nearest >= 40, `zoomed, live spots are ${zoomed.nearest} pixels apart`);
  assert.ok(await tapAll(14) > 0);
  await phone.click("#zoom-out");
  for (let i = 0; i < 4; i++) await phone.click("#zoom-out");
  assert.ok(Math.abs((await board()).nearest - nearest) < 1, "the buttons zoom out again");
  assert.equal(await steps(phone), 20, "no tap and no pinch made a move");
  // Zoomed in, a finger draws a line through what is shown, and the drawing stays as it was zoomed.
  await phone.click("#zoom-in");
  await board();
  const shapes = await phone.value(SHAPES);
  const { joined, path } = chooseLine(shapes, 1);
  assert.ok(path, "a line can be drawn in the part that is shown");
  await phone.draw(path, true);
  await phone.until(`document.querySelectorAll('#log li').length === 21 && ${ready}`, `the line ${joined.join("-")} (${await phone.text("#board-hint")})`);
  const after = await phone.value(SHAPES);
  assert.deepEqual(crossings(after), []);
  assert.ok(Math.abs(after.scale - shapes.scale) < 1e-6, "the zoom stays");
  assert.deepEqual(phone.troubles, []);
  await phone.close();
}

/** Graphs on a phone, in the dark. */
async function darkGraph(browser, address) {
  const phone = await browser.open(`${address}${link({ game: "arc-kayles", position: "grid 3x4" })}`, { width: 390, height: 844, mobile: true, dark: true });
  await phone.until(`${solved} && document.querySelectorAll('#board .graph .move').length === 17`, "the graph");
  assert.ok(await phone.value("document.documentElement.scrollWidth <= 390"), "nothing sticks out on a phone");
  // The area of every edge that reacts to a finger is at least 40 pixels wide, whatever its direction.
  const thin = await phone.value("[...document.querySelectorAll('#board .move .hit')].map((e) => parseFloat(getComputedStyle(e).strokeWidth) * e.getScreenCTM().a).filter((wide) => wide < 39.5)");
  assert.deepEqual(thin, []);
  const contrast = await phone.value("(() => { const light = (css) => css.match(/\\d+/g).slice(0, 3).reduce((sum, x) => sum + Number(x), 0); return Math.abs(light(getComputedStyle(document.querySelector('#board .g-link')).stroke) - light(getComputedStyle(document.querySelector('.stage')).backgroundColor)); })()");
  assert.ok(contrast > 250, `edges differ from the background by ${contrast}`);
  await picture(phone, "graph-dark");
  const place = await phone.value("(() => { const e = document.querySelector('#board .move .hit'); e.scrollIntoView({ block: 'center' }); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()");
  await phone.tap(place);
  await phone.until(`document.querySelectorAll('#log li').length === 1 && ${ready}`, "a move by a tap");
  assert.deepEqual(phone.troubles, []);
  await phone.close();
}

/** The page on a phone, and in the dark. */
async function otherWindows(browser, address) {
  const phone = await browser.open(`${address}${link({ game: "sprouts", position: "6", opponent: "computer" })}`, { width: 390, height: 844, mobile: true });
  const { moves, largest, tightest } = await playByHand(phone, { touch: true, order: 5, shot: async (made) => { if (made === 6) await picture(phone, "phone"); } });
  console.log(`      ${moves} moves, the person's all drawn with a finger with at least ${tightest} pixels of room; other spots moved by ${(100 * largest).toFixed(1)} % of the width at most`);
  assert.ok(moves >= 12, `${moves} moves`);
  assert.ok(await phone.value("document.documentElement.scrollWidth <= 390"), "nothing sticks out on a phone");
  const small = await phone.value("[...document.querySelectorAll('button, select, #board [data-spot] .hit')].filter((e) => { const r = e.getBoundingClientRect(); return r.width > 0 && (r.height < 39.5 || r.width < 39.5) && !e.closest('#log'); }).map((e) => `${e.id || e.textContent} ${e.getBoundingClientRect().width}x${e.getBoundingClientRect().height}`)");
  assert.deepEqual(small, [], "targets for fingers");
  await phone.close();
  const dark = await browser.open(`${address}${link({ game: "nim", position: "7 5 4 2" })}`, { dark: true });
  await dark.until(solved);
  await picture(dark, "nim-dark");
  assert.deepEqual([...phone.troubles, ...dark.troubles], []);
  await dark.close();
}

const only = process.env.ONLY;
const { server, address } = await serve();
const browser = await Browser.launch(chromium);
let failed = 0;
try {
  const page = await browser.open(address, { height: 1000 });
  const windows = {
    "fits a phone, where a game is drawn with a finger, and is dark in the dark": () => otherWindows(browser, address),
    "lets a finger choose every spot of a late position with 12 spots": () => crowdedPhone(browser, address),
    "shows graphs in the dark on a phone": () => darkGraph(browser, address),
  };
  for (const [name, test] of Object.entries({ ...tests, ...windows })) {
    if (only && !name.includes(only)) continue;
    const began = Date.now();
    try {
      await test(page, address);
      // Refused positions are answered with 400, which the console calls an error.
      const troubles = page.troubles.splice(0).filter((line) => !/status of 400/.test(line));
      assert.deepEqual(troubles, []);
      console.log(`ok    ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed += 1;
      page.troubles.splice(0).forEach((trouble) => console.log(trouble));
      console.log(`FAILED ${name}\n${error.stack}`);
      if (screenshots) await page.screenshot(join(scratch, "..", `failed-${failed}.png`)).catch(() => {});
    }
  }
} finally {
  await browser.close();
  server.removeAllListeners("exit");
  server.kill();
  if (existsSync(scratch)) rmSync(scratch, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
