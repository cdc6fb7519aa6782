import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { ChannelError, type Notice, tellChannel } from "../../src/publish/channel.ts";

const notice: Notice = {
  ...{ id: "0123456789abcdef", kind: "escalation", repository: "acme/orders", number: 7, url: "https://g.example/7" },
  waiting: [{ contract: "orders", consumers: ["dashboard"], owners: ["@acme/growth"] }],
  text: "acme/orders#7 waits",
};

it("a channel gets a signed notice, and whatever is no 2xx is an error that does not show its address", async () => {
  let status = 200;
  const heard: { url: string | undefined; id: unknown; signature: unknown; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on("end", () => {
      const { "x-contract-review-id": id, "x-contract-review-signature-256": signature } = request.headers;
      heard.push({ url: request.url, id, signature, body });
      response.writeHead(status, { location: "/elsewhere" }).end("thanks");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const channel = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/T0/secret`, secret: "s" };
  await tellChannel(channel, notice);
  const body = JSON.stringify({ version: 1, ...notice });
  const signature = `sha256=${createHmac("sha256", "s").update(body).digest("hex")}`;
  expect(heard).toEqual([{ url: "/T0/secret", id: notice.id, signature, body }]);
  for (const [answer, why] of [
    [307, "it answered 307, and redirects are not followed"],
    [404, "it answered 404"],
    [500, "it answered 500"],
  ] as const) {
    status = answer;
    await expect(tellChannel(channel, notice)).rejects.toEqual(new ChannelError(why));
  }
  expect(heard.map(({ url }) => url)).toEqual(Array(4).fill("/T0/secret"));
  const nowhere = { url: "http://127.0.0.1:1/T0/secret", secret: "s" };
  await expect(tellChannel(nowhere, notice)).rejects.toEqual(new ChannelError("it cannot be reached"));
});
