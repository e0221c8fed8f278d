// A small driver for headless Chromium over its debugging pipe: no packages, no port.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--remote-debugging-pipe"];

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** A browser with an empty profile of its own. */
export class Browser {
  static async launch(executable) {
    const browser = new Browser();
    browser.profile = mkdtempSync(join(tmpdir(), "grundy-browser-"));
    browser.process = spawn(executable, [...FLAGS, `--user-data-dir=${browser.profile}`, "about:blank"],
      { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.next = 0;
    browser.waiting = new Map();
    browser.listeners = [];
    let text = "";
    browser.process.stdio[4].on("data", (data) => {
      text += data;
      const messages = text.split("\0");
      text = messages.pop();
      for (const message of messages) browser.receive(JSON.parse(message));
    });
    browser.process.on("exit", () => { for (const { fail } of browser.waiting.values()) fail(new Error("the browser ended")); });
    return browser;
  }

  receive(message) {
    const waiting = this.waiting.get(message.id);
    if (!waiting) {
      for (const listener of this.listeners) listener(message);
      return;
    }
    this.waiting.delete(message.id);
    if (message.error) waiting.fail(new Error(message.error.message));
    else waiting.done(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.next;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((done, fail) => this.waiting.set(id, { done, fail }));
  }

  async open(url, { width = 1280, height = 900, dark = false, mobile = false } = {}) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, targetId);
    await page.prepare({ width, height, dark, mobile });
    await page.go(url);
    return page;
  }

  async close() {
    await this.send("Browser.close").catch(() => {});
    for (let i = 0; i < 50 && this.process.exitCode === null; i++) await sleep(100);
    if (this.process.exitCode === null) this.process.kill();
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

class Page {
  constructor(browser, session, target) {
    Object.assign(this, { browser, session, target });
    /** What went wrong on the page: exceptions, errors of the console, things the policy refused. */
    this.troubles = [];
    browser.listeners.push(({ method, params, sessionId }) => {
      if (sessionId !== session) return;
      if (method === "Runtime.exceptionThrown") this.troubles.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
      if (method === "Log.entryAdded" && params.entry.level === "error") this.troubles.push(`${params.entry.text} ${params.entry.url ?? ""}`);
      if (method === "Page.javascriptDialogOpening") this.troubles.push("a dialog opened");
    });
  }

  send(method, params) { return this.browser.send(method, params, this.session); }

  async prepare({ width, height, dark, mobile }) {
    for (const domain of ["Page", "Runtime", "Log", "DOM"]) await this.send(`${domain}.enable`);
    await this.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: mobile ? 2 : 1, mobile });
    if (mobile) await this.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
  }

  async go(url) {
    await this.send("Page.navigate", { url });
    await this.until("document.readyState === 'complete'", "the page to load");
  }

  /** The value of an expression on the page. */
  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Waits until an expression holds. */
  async until(expression, what = expression, seconds = 30) {
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end) {
      if (await this.value(`Boolean(${expression})`).catch(() => false)) return;
      await sleep(50);
    }
    throw new Error(`waited ${seconds} s for ${what}`);
  }

  text(selector) { return this.value(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? null`); }

  /** Clicks the middle of an element with the mouse. */
  async click(selector) {
    const find = `document.querySelector(${JSON.stringify(selector)})`;
    await this.until(`${find} && !${find}.disabled`, `${selector} to click`);
    const { x, y } = await this.value(`(() => { const e = ${find}; e.scrollIntoView({ block: "center" }); const r = (e.querySelector(".hit, .object, circle") ?? e).getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; })()`);
    for (const type of ["mouseMoved", "mousePressed", "mouseReleased"]) {
      await this.send("Input.dispatchMouseEvent", { type, x, y, button: type === "mouseMoved" ? "none" : "left", clickCount: 1 });
    }
  }

  /** Draws with the mouse, or with a finger, along points of the window. */
  async draw(points, touch = false) {
    if (touch) {
      const at = ([x, y]) => [{ x, y }];
      await this.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(points[0]) });
      for (const point of points.slice(1)) await this.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(point) });
      await this.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
      return;
    }
    const mouse = (type, [x, y], buttons) => this.send("Input.dispatchMouseEvent", { type, x, y, button: type === "mouseMoved" ? "none" : "left", buttons, clickCount: 1 });
    await mouse("mouseMoved", points[0], 0);
    await mouse("mousePressed", points[0], 1);
    for (const point of points.slice(1)) await mouse("mouseMoved", point, 1);
    await mouse("mouseReleased", points.at(-1), 0);
  }

  /** Holds every request whose address matches until `release` lets the oldest one go on. */
  async hold(pattern) {
    const held = [];
    let wake = () => {};
    this.browser.listeners.push(({ method, params, sessionId }) => {
      if (sessionId !== this.session || method !== "Fetch.requestPaused") return;
      held.push(params.requestId);
      wake();
    });
    await this.send("Fetch.enable", { patterns: [{ urlPattern: pattern }] });
    return {
      waiting: () => held.length,
      release: async () => {
        if (held.length === 0) await new Promise((done) => { wake = done; });
        await this.send("Fetch.continueRequest", { requestId: held.shift() });
      },
      end: () => this.send("Fetch.disable"),
    };
  }

  /** Moves two fingers at a time: `from` and `to` are pairs of points of the window. */
  async pinch(from, to, steps = 8) {
    const at = (t) => from.map(([x, y], i) => ({ x: x + (to[i][0] - x) * t, y: y + (to[i][1] - y) * t, id: i }));
    await this.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
    for (let k = 1; k <= steps; k++) await this.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(k / steps) });
    await this.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }

  /** Taps with a finger. */
  async tap([x, y]) {
    await this.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
    await this.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  }

  /** Lets the page save files into a folder. */
  downloads(folder) { return this.browser.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder }); }

  /** Replaces the text of a field. */
  async type(selector, text) {
    await this.value(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.focus(); e.select?.(); })()`);
    await this.send("Input.insertText", { text });
  }

  async press(key, code = key) {
    const text = key === "Enter" ? "\r" : key.length === 1 ? key : undefined;
    await this.send("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", key, code, text, windowsVirtualKeyCode: key === "Enter" ? 13 : key === "Tab" ? 9 : key.toUpperCase().charCodeAt(0) });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key, code });
  }

  async choose(selector, value) {
    await this.value(`(() => { const e = document.querySelector(${JSON.stringify(selector)}); e.value = ${JSON.stringify(value)}; e.dispatchEvent(new Event("change", { bubbles: true })); })()`);
  }

  async upload(selector, file) {
    const { root } = await this.send("DOM.getDocument");
    const { nodeId } = await this.send("DOM.querySelector", { nodeId: root.nodeId, selector });
    await this.send("DOM.setFileInputFiles", { nodeId, files: [file] });
  }

  async screenshot(file, full = false) {
    await this.value("window.scrollTo(0, 0)");
    const { data } = await this.send("Page.captureScreenshot", { format: "png", captureBeyondViewport: full, ...(full ? { clip: await this.whole() } : {}) });
    writeFileSync(file, Buffer.from(data, "base64"));
  }

  async whole() {
    const { cssContentSize } = await this.send("Page.getLayoutMetrics");
    return { x: 0, y: 0, width: cssContentSize.width, height: cssContentSize.height, scale: 1 };
  }

  close() { return this.browser.send("Target.closeTarget", { targetId: this.target }); }
}
