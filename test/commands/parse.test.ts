import { expect, test } from "vitest";
import { helpText } from "../../src/commands/help.ts";
import { commands } from "../../src/commands/index.ts";
import { parseComment } from "../../src/commands/parse.ts";

const full = 'reason="a" controls="b" rollback="c" until=2026-12-20';
const exception = {
  kind: "exception",
  contract: "payments",
  ...{ reason: "a", controls: "b", rollback: "c", until: "2026-12-20" },
  ...{ window: undefined, rules: [], consumers: [] },
};
const ack = (...consumers: string[]) => ({ kind: "acknowledge", consumers, readyBy: undefined });
const usage = (name: string) => `It is written \`/contract ${commands.find((one) => one.name === name)?.usage}\`.`;

/** A comment of 30 November 2026, and everything it asks for: wishes, or what is wrong. */
const cases: readonly (readonly [string, string, readonly unknown[]])[] = [
  // what is no command
  ["nothing", "", []],
  ["talk", "Looks good to me", []],
  ["a command within a sentence", "please say /contract ack when ready", []],
  ["a command after a blank", " /contract ack", []],
  ["a command after a tab", "\t/contract ack", []],
  ["a command after four blanks is code", "    /contract ack", []],
  ["a quoted command", "> /contract ack", []],
  ["a command quoted twice", "> > /contract ack", []],
  ["a command in a list", "- /contract ack", []],
  ["a command in backticks", "`/contract ack`", []],
  ["another word", "/contracts ack", []],
  ["another word still", "/contract-accept reason: trust me", []],
  ["a path", "/contract/ack", []],
  ["no slash", "contract ack", []],
  ["two slashes", "//contract ack", []],
  ["a fence of backticks", "```\n/contract ack\n```", []],
  ["a fence of tildes", "~~~\n/contract ack\n~~~", []],
  ["a fence with a language", "```sh\n/contract ack\n```", []],
  ["a fence that never closes", "```\n/contract ack", []],
  ["a longer fence is not closed by a shorter one", "````\n```\n/contract ack\n````", []],
  ["a fence of backticks is not closed by tildes", "```\n~~~\n/contract ack\n```", []],
  ["a fence with words after it does not close", "```\n``` no\n/contract ack\n```", []],
  ["an indented fence", "   ```\n/contract ack\n   ```", []],
  ["hidden", "<!-- /contract ack -->", []],
  ["hidden over lines", "<!--\n/contract ack\n-->", []],
  ["hidden to the end", "<!--\n/contract ack", []],
  ["preformatted", "<pre>\n/contract ack\n</pre>", []],
  ["in a block quote of HTML", "<blockquote>\n/contract ack\n</blockquote>", []],
  ["in a code element", "<code>\n/contract ack\n</code>", []],
  ["in a text area", "<textarea>\n/contract ack\n</textarea>", []],
  ["in upper-case HTML", "<PRE>\n/contract ack\n</PRE>", []],
  // where commands stand
  ["alone", "/contract ack", [ack()]],
  ["with blanks behind", "/contract ack   ", [ack()]],
  ["with carriage returns", "Fine.\r\n/contract ack\r\nThanks", [ack()]],
  ["between paragraphs", "Fine with us.\n\n/contract ack\n\nThanks!", [ack()]],
  ["after a closed fence", "```\ncode\n```\n/contract ack", [ack()]],
  ["after a closed fence of another length", "````\n/contract reject\n`````\n/contract ack", [ack()]],
  ["after a hidden line", "<!-- /contract reject -->\n/contract ack", [ack()]],
  ["after something hidden over lines", "<!--\n/contract reject\n-->\n/contract ack", [ack()]],
  ["after a fence that holds half of something hidden", "```\n<!--\n```\n/contract ack", [ack()]],
  ["after the mark of something hidden, as code", "write `<!--` for that\n/contract ack", [ack()]],
  ["after something preformatted on one line", "<pre>x</pre>\n/contract ack", [ack()]],
  ["below a quote, after a line between", "> /contract reject\n\n/contract ack", [ack()]],
  ["with something hidden behind it", "/contract ack <!-- at last -->", [ack()]],
  ["in capitals", "/Contract ACK", [ack()]],
  ["with several blanks", "/contract    ack", [ack()]],
  ["with a tab", "/contract\tack", [ack()]],
  ["twice", "/contract recheck\n/contract ack", [{ kind: "recheck" }, ack()]],
  ["eleven times", "/contract recheck\n".repeat(11), Array(10).fill({ kind: "recheck" })],
  // no such command
  ["nothing after the slash", "/contract", ["Which command? `/contract help` lists them."]],
  [
    "a mistyped one",
    "/contract akc",
    ["There is no command `akc`. Did you mean `/contract ack`? `/contract help` lists them."],
  ],
  [
    "another name for it",
    "/contract exeption payments",
    ["There is no command `exeption`. Did you mean `/contract exception`? `/contract help` lists them."],
  ],
  [
    "one that is near nothing",
    "/contract frobnicate",
    ["There is no command `frobnicate`. `/contract help` lists them."],
  ],
  [
    "a name of an object's own",
    "/contract __proto__",
    ["There is no command `__proto__`. `/contract help` lists them."],
  ],
  [
    "an option where the command stands",
    "/contract ready-by=2026-12-01",
    ["There is no command `2026-12-01`. `/contract help` lists them."],
  ],
  // ack
  ["named consumers", "/contract ack settlement growth/dashboard", [ack("settlement", "growth/dashboard")]],
  ["a consumer with blanks in its name", '/contract ack "revenue dashboard"', [ack("revenue dashboard")]],
  ["a day", "/contract ack ready-by=2026-12-10", [{ ...ack(), readyBy: "2026-12-10" }]],
  ["a day in quotes", '/contract ack ready-by="2026-12-10"', [{ ...ack(), readyBy: "2026-12-10" }]],
  ["an option in capitals", "/contract ack READY-BY=2026-12-10", [{ ...ack(), readyBy: "2026-12-10" }]],
  ["today", "/contract ack ready-by=2026-11-30", [{ ...ack(), readyBy: "2026-11-30" }]],
  ["yesterday", "/contract ack ready-by=2026-11-29", ["`ready-by=2026-11-29`: that day has passed."]],
  ["two years from now", "/contract ack ready-by=2028-11-30", [{ ...ack(), readyBy: "2028-11-30" }]],
  [
    "a day that nobody knows",
    "/contract ack ready-by=9999-12-31",
    ["`ready-by=9999-12-31`: that is more than two years ahead."],
  ],
  ["no day", "/contract ack ready-by=soon", ["`ready-by=soon`: a day is written as 2026-12-31."]],
  [
    "a day that does not exist",
    "/contract ack ready-by=2027-02-29",
    ["`ready-by=2027-02-29`: a day is written as 2026-12-31."],
  ],
  [
    "a day as others write it",
    "/contract ack ready-by=10.12.2026",
    ["`ready-by=10.12.2026`: a day is written as 2026-12-31."],
  ],
  ["an empty day", "/contract ack ready-by=", ["`ready-by=`: a day is written as 2026-12-31."]],
  ["two days", "/contract ack ready-by=2026-12-10 ready-by=2026-12-11", ["`ready-by=` stands there twice."]],
  [
    "a mistyped option",
    "/contract ack redy-by=2026-12-10",
    [`There is no \`redy-by=\` here. Did you mean \`ready-by=\`? ${usage("ack")}`],
  ],
  [
    "a quote that is not closed",
    '/contract ack "settlement',
    ['A quotation mark is not closed: write `reason="..."`.'],
  ],
  ["a consumer with an equals sign, in quotes", '/contract ack "a=b"', [ack("a=b")]],
  // reject
  [
    "a rejection that says that the check is wrong",
    '/contract reject false-alarm=yes reason="nobody reads it"',
    [{ kind: "reject", consumer: undefined, reason: "nobody reads it", falseAlarm: true }],
  ],
  [
    "a rejection that says that it is not",
    '/contract reject settlement reason="no" false-alarm=NO',
    [{ kind: "reject", consumer: "settlement", reason: "no" }],
  ],
  [
    "a rejection that is not sure",
    '/contract reject reason="no" false-alarm=perhaps',
    ["`false-alarm=` is `yes` where nothing breaks and the check is wrong, else `no`."],
  ],
  [
    "a rejection",
    '/contract reject reason="we close the books"',
    [{ kind: "reject", consumer: undefined, reason: "we close the books" }],
  ],
  [
    "for one consumer",
    '/contract reject settlement reason="no"',
    [{ kind: "reject", consumer: "settlement", reason: "no" }],
  ],
  [
    "with typographic quotes",
    "/contract reject reason=\u201cnot before Friday\u201d",
    [{ kind: "reject", consumer: undefined, reason: "not before Friday" }],
  ],
  [
    "with a quote in the quotes",
    '/contract reject reason="they said \\"no\\""',
    [{ kind: "reject", consumer: undefined, reason: 'they said "no"' }],
  ],
  ["without quotes", "/contract reject reason=no", [{ kind: "reject", consumer: undefined, reason: "no" }]],
  [
    "with words that fell out of their quotes",
    "/contract reject reason=not before Friday",
    [`\`Friday\`: not understood. ${usage("reject")}`],
  ],
  ["without a reason", "/contract reject", ['A rejection needs its reason: `/contract reject reason="..."`.']],
  [
    "with an empty reason",
    '/contract reject reason="  "',
    ['A rejection needs its reason: `/contract reject reason="..."`.'],
  ],
  [
    "with a mention in it",
    '/contract reject reason="ask @shop/growth"',
    [{ kind: "reject", consumer: undefined, reason: "ask @shop/growth" }],
  ],
  // exception
  ["an exception", `/contract exception payments ${full}`, [exception]],
  ["in another order", `/contract exception ${full} payments`, [exception]],
  [
    "for some rules and consumers",
    `/contract exception payments ${full} rules=table/column-removed,table/column-retyped consumers="settlement, shop/risk"`,
    [{ ...exception, rules: ["table/column-removed", "table/column-retyped"], consumers: ["settlement", "shop/risk"] }],
  ],
  [
    "with a window",
    `/contract exception payments ${full} window=2026-12-05/2026-12-06`,
    [{ ...exception, window: "2026-12-05/2026-12-06" }],
  ],
  [
    "with a window that ends before it begins",
    `/contract exception payments ${full} window=2026-12-06/2026-12-05`,
    ["`window=2026-12-06/2026-12-05`: a window is written as 2026-12-05/2026-12-06."],
  ],
  ["without a contract", `/contract exception ${full}`, [`Something is missing. ${usage("exception")}`]],
  [
    "with nothing but a contract",
    "/contract exception payments",
    ["An exception also needs `reason=`, `controls=`, `rollback=` and `until=`."],
  ],
  [
    "without an end",
    '/contract exception payments reason="a" controls="b" rollback="c"',
    ["An exception also needs `until=`."],
  ],
  [
    "that has ended",
    `/contract exception payments ${full.replace("2026", "2025")}`,
    ["`until=2025-12-20`: that day has passed."],
  ],
  [
    "for ever",
    `/contract exception payments ${full.replace("2026-12-20", "never")}`,
    ["`until=never`: a day is written as 2026-12-31."],
  ],
  [
    "for two contracts",
    `/contract exception payments orders ${full}`,
    [`\`orders\`: not understood. ${usage("exception")}`],
  ],
  // approve, withdraw
  ["an approval", "/contract approve payments", [{ kind: "approve", contract: "payments" }]],
  [
    "an approval of a contract with odd characters",
    "/contract approve urn:contract:checkout:orders",
    [{ kind: "approve", contract: "urn:contract:checkout:orders" }],
  ],
  ["an approval of nothing", "/contract approve", [`Something is missing. ${usage("approve")}`]],
  ["a withdrawal", "/contract withdraw payments", [{ kind: "withdraw", contract: "payments" }]],
  [
    "an option that is not its own",
    "/contract approve payments until=2026-12-20",
    [`There is no \`until=\` here. ${usage("approve")}`],
  ],
  // the others
  ["a second look", "/contract recheck", [{ kind: "recheck" }]],
  [
    "a second look at something",
    "/contract recheck everything",
    [`\`everything\`: not understood. ${usage("recheck")}`],
  ],
  ["asking", "/contract ask", [{ kind: "ask" }]],
  [
    "a rule that does not exist",
    "/contract explain table/column-remved",
    ["There is no rule `table/column-remved`. Did you mean `table/column-removed`?"],
  ],
  ["no rule", "/contract explain", [`Something is missing. ${usage("explain")}`]],
  ["help", "/contract help", ["tell"]],
  ["a rule", "/contract explain table/column-removed", ["tell"]],
  ["the plan", "/contract plan payments", ["tell"]],
  ["where it stands", "/contract status", ["tell"]],
];

test.each(cases)("%s", (_, body, expected) => {
  const asked = parseComment(body, "2026-11-30T10:00:00Z");
  expect(asked.map((one) => ("mistaken" in one ? one.mistaken : one.wish.kind === "tell" ? "tell" : one.wish))).toEqual(
    expected,
  );
});

test("there are enough of them, and none is the same", () => {
  expect(cases.length).toBeGreaterThanOrEqual(80);
  expect(new Set(cases.map(([, body]) => body)).size).toBe(cases.length);
});

test("a huge comment is read in a blink: nothing in it is read twice", () => {
  for (const part of ["<!-- ", '/contract ack "', "```\n", "<pre>", "`<!--", '/contract reject reason="\\"'])
    expect(parseComment(part.repeat(20_000), "2026-11-30T10:00:00Z").length).toBeLessThanOrEqual(10);
});

test("the help names every command", () => {
  expect(
    helpText(commands)
      .split("\n")
      .slice(4)
      .map((row) => row.split("|")[1]?.trim()),
  ).toEqual(commands.map(({ usage }) => `\`/contract ${usage}\``));
});
