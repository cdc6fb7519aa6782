// Offers deliveries at their times, in a process of its own so that nothing else delays its clock: told what by its parent,
// tells it how each was answered and after how many milliseconds.
import { createHmac } from "node:crypto";
import { Agent, request } from "node:http";

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

process.once("message", async ({ offers, payloads, urls, secret }) => {
  // signed before the first is sent
  const ready = offers.map(({ at, guid, payload }, index) => {
    const body = Buffer.from(JSON.stringify({ ...payloads[payload], action: "synchronize" }));
    const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
    return { at, guid, body, signature, url: urls[index % urls.length] };
  });
  const begun = performance.now();
  const answers = await Promise.all(
    ready.map(async (one) => {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, one.at - (performance.now() - begun))));
      const sent = performance.now();
      const status = await post(one);
      return { status, ms: performance.now() - sent };
    }),
  );
  process.send({ answers, seconds: (performance.now() - begun) / 1000 }, () => process.exit(0));
});

/** The status, or 0 where nobody answered. */
function post({ url, guid, body, signature }) {
  return new Promise((resolve) => {
    const sent = request(
      `${url}/api/github/webhooks`,
      {
        method: "POST",
        agent,
        headers: {
          "content-type": "application/json",
          "content-length": body.length,
          "x-github-delivery": guid,
          "x-github-event": "pull_request",
          "x-hub-signature-256": signature,
        },
      },
      (answer) => answer.resume().once("end", () => resolve(answer.statusCode)),
    );
    sent.once("error", () => resolve(0));
    sent.end(body);
  });
}
