import { readRecord } from "../answers/record.ts";
import type { People } from "../model.ts";
import { readPeople, type Where } from "./answers.ts";

/** Pull requests of one group that are looked at. */
const most = 50;

/** The people of every open pull request that a merge group holds: known by their heads, or by what its commits are called. */
export async function peopleOfGroup(
  where: Where,
  group: { readonly base_sha: string; readonly head_sha: string },
  checkText: (sha: string) => Promise<string>,
): Promise<readonly People[]> {
  const { octokit, owner, repo } = where;
  const basehead = `${group.base_sha}...${group.head_sha}`;
  const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead, per_page: 100 });
  const heads = new Set(data.commits.map(({ sha }) => sha));
  const called = new Set(
    data.commits.flatMap(({ commit: { message } }) =>
      [...(message.split("\n", 1)[0] ?? "").matchAll(/#(\d{1,9})/g)].map(([, number]) => Number(number)),
    ),
  );
  const open = await octokit.paginate(octokit.rest.pulls.list, { owner, repo, state: "open", per_page: 100 });
  const held = open.filter(({ number, head }) => heads.has(head.sha) || called.has(number)).slice(0, most);
  const people: People[] = [];
  for (const pull of held)
    people.push(await readPeople(where, pull, readRecord(await checkText(pull.head.sha)), checkText));
  return people;
}
