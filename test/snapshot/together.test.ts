import { expect, it } from "vitest";
import { together } from "../../src/snapshot/together.ts";

/** A question whose answers come when they are let. */
function question() {
  const asked: { answer(text: string): void; fail(error: Error): void }[] = [];
  const ask = () => new Promise<string>((answer, fail) => asked.push({ answer, fail }));
  return { asked, ask: () => together("key", ask) };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

it("who comes while a question is asked is answered by the next, together with all who came meanwhile", async () => {
  const { asked, ask } = question();
  const first = ask();
  const [second, third] = [ask(), ask()];
  expect(asked).toHaveLength(1);
  asked[0]?.answer("old");
  expect(await first).toBe("old");
  await soon();
  expect(asked).toHaveLength(2);
  const fourth = ask();
  asked[1]?.fail(new Error("no answer"));
  await expect(second).rejects.toThrow("no answer");
  await expect(third).rejects.toThrow("no answer");
  await soon();
  asked[2]?.answer("new");
  expect(await fourth).toBe("new");
  await soon();
  const fifth = ask();
  asked[3]?.answer("newest");
  expect([await fifth, asked.length]).toEqual(["newest", 4]);
});
