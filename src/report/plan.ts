import { addDays, dayOf, shownDay } from "../answers/days.ts";
import type { Mode, Review, Verdict } from "../model.ts";
import { changeClasses } from "../plan/classes.ts";
import { keptBecause } from "../plan/kept.ts";
import { type Plan, planOf, type Remedied } from "../plan/plan.ts";
import { showVersion } from "../text/version.ts";
import { allChanges } from "./changes.ts";
import { declarationFile } from "./declaration.ts";
import { code, fenced, plainText, sentence } from "./escape.ts";
import { movedPin } from "./pin.ts";
import { happened, listed, plural, versions } from "./words.ts";

/** When a plan is made, and how long what goes is announced before. */
export interface Timing {
  /** ISO 8601, UTC. */
  readonly now: string;
  readonly noticeDays: number;
}

/** How to make the breaking changes safely, for every contract or the one that is called so. */
export function migrationPlan(review: Review, called: string | undefined): string {
  const plans = plansOf(review, called);
  if (plans.length > 0) return plans.map((plan) => planMarkdown(plan, review)).join("\n\n");
  if (called === undefined) return "Nothing here breaks, so nothing needs a plan.";
  return `Nothing breaks in a contract called ${code(called)}.`;
}

/** The plan of every contract in which something breaks, or of the one that is called so. */
export function plansOf(review: Review, called: string | undefined): readonly Plan[] {
  const wanted = called?.toLowerCase();
  const changes = allChanges(review);
  return review.diffs.flatMap((diff) => {
    const { contract } = diff;
    if (wanted !== undefined && ![contract.id, ...contract.names].some((name) => name.toLowerCase() === wanted))
      return [];
    const own = changes.filter(({ diff: of }) => of.contract.id === contract.id).map(({ change }) => change);
    return planOf(diff, own, review) ?? [];
  });
}

/** One plan: the steps in their order, then the files to paste. */
export function planMarkdown(plan: Plan, timing: Timing): string {
  const { contract, class: kind } = plan;
  const steps = [begin(plan), both(plan), move(plan), then(plan), declare(plan, timing), end(plan, timing)].filter(
    (step) => step !== "",
  );
  const heading = `**${plainText(versions(plan))}** (mode ${contract.mode}, ${changeClasses[kind].name}): ${order(plan)}`;
  const files = [...planFiles(plan, timing)].map(([path, text]) => fileBlock(path, text));
  return [heading, steps.map((step) => `1. ${step}`).join("\n"), ...files].join("\n\n");
}

/** The files to paste, by path: what the first step leaves, and a declaration where the meaning of something changes. */
export function planFiles(plan: Plan, { now, noticeDays }: Timing): ReadonlyMap<string, string> {
  const declaration = declared(plan, { now, noticeDays });
  return new Map([
    ...plan.firstStep.files,
    ...(declaration === undefined ? [] : [[declaration.path, declaration.text] as const]),
  ]);
}

function declared(plan: Plan, { now, noticeDays }: Timing) {
  const today = dayOf(now);
  return declarationFile(plan, today, addDays(today, noticeDays));
}

const shownFile = 6_000;

function fileBlock(path: string, text: string): string {
  const language = /\.(json|ya?ml|proto|sql)$/.exec(path)?.[1] ?? (path.endsWith(".avsc") ? "json" : "");
  const cut = text.length > shownFile ? " (the beginning; `contract-review plan --out DIR` writes all of it)" : "";
  return `<details><summary>${code(path, 200)}${cut}</summary>\n\n${fenced(text.trimEnd(), language, shownFile)}\n\n</details>`;
}

/** Who goes first: whoever can take what the other side does not do yet. */
function order({ contract: { mode }, firstStep }: Plan): string {
  if (firstStep.kind === "beside")
    return "the new contract stands beside the old one, consumers move over, then the old one goes.";
  return orders[mode.replace("_TRANSITIVE", "") as keyof typeof orders];
}

const orders: Readonly<Record<Exclude<Mode, `${string}_TRANSITIVE`>, string>> = {
  BACKWARD: "consumers move to the new version first, then the producer writes it.",
  FORWARD: "the producer adds what is new beside what is old, consumers move over, then what is old goes.",
  FULL: "add what is new beside what is old; producer and consumers move in any order; what is old goes when nobody uses it.",
  NONE: "nothing is promised, so agree with the consumers first.",
};

function begin({ changes, firstStep, baseline, contract }: Plan): string {
  const { kind, added, files, marked = [], stillBreaks = [], name } = firstStep;
  const paths = listed(
    [...files.keys()].map((path) => code(path, 200)),
    4,
  );
  if (kind === "beside")
    return `**Beside it**: leave ${code(contract.id)} as it is, and publish the new one as ${code(name ?? "")} (${paths}, below).`;
  if (kind === "keep") {
    const because = listed([...new Set(changes.flatMap(({ change }) => keptBecause[change.rule] ?? []))]);
    return `**First step**: take this change back for now; the contract stays as ${plainText(baseline)} has it, which breaks nobody${because === "" ? "" : ` (${because})`}.`;
  }
  if (kind === "announce") {
    const what = marked.every((one) => one === "") ? code(contract.id) : names(marked.filter((one) => one !== ""));
    return `**Announce**: leave ${what} as ${plainText(baseline)} has ${them(marked)}, and mark ${them(marked)} as deprecated in the contract itself. Compared with ${plainText(baseline)} this breaks nothing (${paths}, below).`;
  }
  const fresh = new Set(added.map(({ element }) => element));
  const stays = [...new Set(changes.map(({ change }) => change.element))].filter(
    (one) => one !== "" && !fresh.has(one),
  );
  const keep = stays.length === 0 ? "" : `keep ${names(stays)} as ${plainText(baseline)} has ${them(stays)}; `;
  const add = added.map(({ element, beside }) =>
    beside === undefined ? code(element) : `${code(element)} beside ${code(beside)}`,
  );
  const doubt =
    stillBreaks.length === 0
      ? `Compared with ${plainText(baseline)} this breaks nothing`
      : `Compared with ${plainText(baseline)} this keeps the mode; ${stillBreaks.join(" and ")} it holds only where no record uses ${them(add)} otherwise yet`;
  return `**Expand**: ${keep}add ${listed(add)}, which old records may lack. ${doubt} (${paths}, below).`;
}

/** Where two things say the same for a while, both are filled and compared. */
function both({ replacements, firstStep, transport, contract }: Plan): string {
  if (firstStep.kind === "beside") {
    if (transport === "events")
      return `**Publish both**: every event goes out under ${code(contract.id)} and under ${code(firstStep.name ?? "")}, through one outbox that is written in the transaction that changes the data, so that neither is lost. Each day, compare counts and keys of both until they agree.`;
    return `**Fill both**: every run writes both from the same source. Each day, compare counts, keys and sums of both until they agree.`;
  }
  const pairs = replacements.filter(({ by }) => by !== undefined && firstStep.kind === "expand");
  if (pairs.length === 0) return "";
  const told = listed(pairs.map(({ old, by }) => `${code(by ?? "")} beside ${code(old)}`));
  const unsure = pairs.some(({ likely }) => likely)
    ? " Where the one does not stand for the other, this step falls away."
    : "";
  if (transport === "events")
    return `**Write both**: every event carries ${told}, written in one transaction with the data it tells of (an outbox), so that neither is lost. Each day, compare the two until they always agree; replayed events lack the new one.${unsure}`;
  return `**Fill both**: every row has ${told}, old rows too. Each day, count rows in which one is there and the other is not, until there are none.${unsure}`;
}

function move(plan: Plan): string {
  const { movers, contract, firstStep } = plan;
  if (movers.length === 0) return "";
  const to = firstStep.kind === "beside" ? code(firstStep.name ?? "") : version(contract.version);
  const lines = movers.slice(0, 30).map((verdict) => `   - ${mover(verdict, to, plan)}`);
  const more = movers.length > 30 ? `\n   - and ${plural(movers.length - 30, "more consumer")}` : "";
  const first = /^BACKWARD/.test(contract.mode)
    ? ", before the producer writes anything new"
    : movers.length > 1
      ? ", the least critical first"
      : "";
  return `**Move** ${plural(movers.length, "consumer")}${first}:\n${lines.join("\n")}${more}`;
}

function mover({ consumer, ...verdict }: Verdict, to: string, { replacements, firstStep, contract }: Plan): string {
  const { name, domain, evidence, version: pin } = consumer;
  const changes = "changes" in verdict && firstStep.kind !== "beside" ? verdict.changes : [];
  const touched = [...new Set(changes.map(({ element }) => element))].filter((one) => one !== "");
  const off = touched.filter((one) => replacements.some(({ old }) => old === one));
  const ready = touched.filter((one) => !off.includes(one));
  const parts = [
    ...(off.length === 0 ? [] : [`off ${names(off)}`]),
    ...(ready.length === 0 ? [] : [`made ready for what changes in ${names(ready)}`]),
  ];
  const what = parts.length === 0 ? "" : `: ${parts.join(", ")}`;
  const place = code([evidence.path, evidence.line].filter((part) => part !== undefined).join(":"), 200);
  const from =
    typeof pin === "string"
      ? `${showVersion(pin)}`
      : pin === undefined
        ? ""
        : `${showVersion(pin.min)} to ${showVersion(pin.max)}`;
  const line = firstStep.kind === "beside" ? undefined : movedPin(consumer, contract.version);
  const paste = line === undefined ? "" : ` (${code(line)})`;
  const moved =
    from === ""
      ? ""
      : `; its pin in ${code(evidence.repository)} ${place} goes from ${plainText(from)} to ${to}${paste}`;
  return `**${plainText(name)}** (${plainText(domain)})${what}${moved}`;
}

function version(of: string | undefined): string {
  return of === undefined ? "the new version" : plainText(showVersion(of));
}

/** What remains of each change, once its first step is taken. */
function then({ changes, firstStep }: Plan): string {
  const inPlace = firstStep.kind === "beside" ? changes.filter(({ remedy }) => lighter.has(remedy)) : changes;
  if (inPlace.length === 0 || (firstStep.kind === "beside" && inPlace.length < changes.length)) return "";
  const beside = new Set(firstStep.added.map((one) => one.beside));
  const left = inPlace.slice(0, 30).map((one) => `   - ${remaining(one, beside.has(one.change.element))}`);
  const more = inPlace.length > 30 ? `\n   - and ${plural(inPlace.length - 30, "more change")}` : "";
  const lead =
    firstStep.kind === "beside"
      ? "**Or in place**, where everybody who reads and writes it can be asked"
      : "**Then**, change by change";
  return `${lead}:\n${left.join("\n")}${more}`;
}

/** What needs no second contract where both sides can be moved in their order. */
const lighter: ReadonlySet<Remedied["remedy"]> = new Set(["readers-first", "writers-first", "optional-first"]);

function remaining({ change, remedy }: Remedied, beside: boolean): string {
  const element = change.element === "" ? "the whole contract" : code(change.element);
  const lead =
    beside && lighter.has(remedy)
      ? `or, without a second one${leads[remedy] === "" ? ":" : `, ${leads[remedy]}`}`
      : leads[remedy];
  return `${element} ${happened(change)}: ${lead === "" ? "" : `${lead} `}${sentence(change.advice)}`;
}

const leads: Readonly<Record<Remedied["remedy"], string>> = {
  "keep-beside": "",
  "add-beside": "",
  "optional-first": "",
  "readers-first": "readers first.",
  "writers-first": "writers first.",
  deprecate: "",
  alias: "",
  restore: "not at all as it stands.",
  "new-version": "in a new version.",
  "with-the-code": "",
  declare: "declare it first.",
};

function declare(plan: Plan, timing: Timing): string {
  const file = declared(plan, timing);
  const corrects = plan.changes.some((one) => one.class === "semantic-correction");
  const day = addDays(dayOf(timing.now), timing.noticeDays);
  const canary = `Reconcile before and after over the same records, let a few consumers have it first (a canary), and everybody from ${shownDay(day)} (${code(day)}) on.`;
  if (file === undefined)
    return corrects
      ? `**Correct** the meaning in the open: declare it under ${code(".contracts/changes/")}. ${canary}`
      : "";
  return `**Declare** what changes in meaning, in the pull request that makes it: ${code(file.path, 200)} (below), with the reason filled in.${corrects ? ` ${canary}` : ""}`;
}

/** Removal has a day that was announced, and still waits for the last reader. */
function end({ replacements, firstStep, contract, changes }: Plan, { now, noticeDays }: Timing): string {
  const { reserve = [], kind } = firstStep;
  const whole = changes
    .filter(({ remedy }) => remedy === "deprecate" || remedy === "alias")
    .map(({ change }) => change);
  const goes =
    kind === "beside"
      ? [code(contract.id)]
      : [
          ...replacements.map(({ old }) => code(old)),
          ...whole.map(({ element }) => (element === "" ? code(contract.id) : code(element))),
        ];
  if (goes.length === 0) return "";
  const day = addDays(dayOf(now), noticeDays);
  const instead = replacements
    .filter(({ by }) => by !== undefined && kind === "expand")
    .map(({ old, by }) => `${code(by ?? "")} is there in place of ${code(old)}`);
  const told = instead.length === 0 ? "" : `, and that ${listed(instead)}`;
  const lines = reserve.map(
    ({ within, number, name }) => `${code(`reserved ${number}; reserved "${name}";`)} in ${code(within)}`,
  );
  const reserved =
    lines.length === 0
      ? ""
      : ` In their place stand ${listed(lines)}, so that nobody gives the numbers another meaning.`;
  return `**Contract**: announce now, outside your organisation too, that ${listed(goes)} ${goes.length === 1 ? "goes" : "go"} on ${shownDay(day)} (${code(day)})${told}. When that day has come and ${code(`contract-review consumers ${contract.id}`, 200)} names nobody who still reads ${goes.length === 1 ? "it" : "them"}, remove ${goes.length === 1 ? "it" : "them"} in a later pull request. Until then the way back is to stop writing what is new.${reserved}`;
}

function names(elements: readonly string[]): string {
  return listed(elements.map((element) => code(element)));
}

function them(things: readonly unknown[]): string {
  return things.length === 1 ? "it" : "them";
}
