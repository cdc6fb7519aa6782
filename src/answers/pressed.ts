/**
 * A button pressed on the check leaves a comment of this App, so that the answer stands on GitHub like any other: it counts as
 * said by who pressed, with the words that the button stands for. Whether they may is judged as for a comment of their own.
 */

const opening = "<!-- contract-review pressed ";

/** What each button says. */
const words: ReadonlyMap<string, string> = new Map([
  ["acknowledge", "/contract ack"],
  ["plan", "/contract plan"],
]);

/** The comment that a button leaves; undefined for one that leaves none. `delivery`: a webhook sent twice presses once. */
export function pressedComment(identifier: string, login: string, delivery: string): string | undefined {
  const said = words.get(identifier);
  if (said === undefined || !isLogin(login)) return undefined;
  return `${mark(identifier, login, delivery)}\n\n\`@${login}\` pressed a button on the check, which says \`${said}\`.`;
}

/** Whether a comment is what this very press left. */
export function isPressed(body: string, identifier: string, login: string, delivery: string): boolean {
  return body.startsWith(mark(identifier, login, delivery));
}

/** Who pressed and what it says, from a comment of this App; undefined for its other comments. */
export function readPressed(body: string): { readonly by: string; readonly body: string } | undefined {
  if (!body.startsWith(opening)) return undefined;
  const [identifier = "", login = ""] = body.slice(opening.length).split(" ", 2);
  const said = words.get(identifier);
  return said === undefined || !isLogin(login) ? undefined : { by: login, body: said };
}

function mark(identifier: string, login: string, delivery: string): string {
  return `${opening}${identifier} ${login} ${delivery.replace(/[^\w-]/g, "")} -->`;
}

function isLogin(text: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,80})$/.test(text);
}
