// The API of the server, as docs/api.md describes it.

const BASE = "/api/v1/";

/** An error of the API; `kind` is its word for the reason. */
export class Refused extends Error {
  constructor(body, status) {
    super(body?.message ?? `the server answered ${status}`);
    this.kind = body?.error ?? "server";
  }
}

function address(question, parameters) {
  return `${BASE}${question}?${new URLSearchParams(parameters)}`;
}

async function read(response) {
  const body = await response.json().catch(() => null);
  if (!response.ok || body === null) throw new Refused(body, response.status);
  return body;
}

export async function ask(question, parameters, signal) {
  return read(await fetch(address(question, parameters), { signal }));
}

export async function check(text) {
  return read(await fetch(`${BASE}check`, { method: "POST", body: text, headers: { "content-type": "text/plain" } }));
}

/** The address of a picture of a position. */
export const picture = (game, position) => address("picture", { game, position });

export async function drawing(game, position, signal) {
  const response = await fetch(address("picture", { game, position, inline: true }), { signal });
  if (!response.ok) throw new Refused(await response.json().catch(() => null), response.status);
  return response.text();
}

/** Searches, and calls `onEvent` with every event until the end or until the signal aborts. */
export const search = (parameters, signal, onEvent) => stream("search", parameters, signal, onEvent);

/** Asks a question whose answer is a stream of events. */
export async function stream(question, parameters, signal, onEvent) {
  const response = await fetch(address(question, parameters), { signal });
  if (!response.ok) await read(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const events = text.split("\n\n");
    text = events.pop();
    for (const event of events) {
      const data = event.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5)).join("\n");
      if (data) onEvent(JSON.parse(data));
    }
  }
}
