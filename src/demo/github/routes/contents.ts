import { resolveCommit } from "../git.ts";
import { readBlob, readPath, type TreeEntry } from "../git-files.ts";
import { forbidden, notFound } from "../refusal.ts";
import { type Answer, type Call, ok, type Routes, repositoryOf } from "../router.ts";
import { encodePath, type Json } from "../shapes/common.ts";
import { repositoryPage, repositoryUrl } from "../shapes/repositories.ts";
import type { Repository } from "../state.ts";

const megabyte = 1_048_576;

interface Place {
  call: Call;
  repository: Repository;
  commit: string;
}

function kindOf(entry: TreeEntry): "file" | "dir" | "symlink" | "submodule" {
  if (entry.type === "tree") return "dir";
  if (entry.type === "commit") return "submodule";
  return entry.mode === "120000" ? "symlink" : "file";
}

function showEntry({ call, repository, commit }: Place, entry: TreeEntry, type: string): Json {
  const path = encodePath(entry.path);
  const url = `${repositoryUrl(call.world, repository)}/contents/${path}?ref=${commit}`;
  const git = `${repositoryUrl(call.world, repository)}/git/${entry.type === "tree" ? "trees" : "blobs"}/${entry.sha}`;
  const html = `${repositoryPage(call.world, repository)}/${entry.type === "tree" ? "tree" : "blob"}/${commit}/${path}`;
  const download = type === "file" ? `${repositoryPage(call.world, repository)}/raw/${commit}/${path}` : null;
  const name = entry.path.split("/").at(-1) ?? "";
  const links = { self: url, git, html };
  return {
    type,
    size: entry.size,
    name,
    path: entry.path,
    sha: entry.sha,
    url,
    git_url: git,
    html_url: html,
    download_url: download,
    _links: links,
  };
}

/** A link to a file of the same repository answers with that file's content, as on GitHub. */
async function followed(place: Place, entry: TreeEntry): Promise<TreeEntry | undefined> {
  const target = (await readBlob(place.repository, entry.sha)).toString();
  const path = new URL(target, `file:///${encodePath(entry.path)}`).pathname.slice(1);
  const found = await readPath(place.repository, place.commit, decodeURIComponent(path));
  return found === undefined || Array.isArray(found) ? undefined : found;
}

async function showFile(place: Place, entry: TreeEntry): Promise<Answer> {
  const { call, repository } = place;
  const kind = kindOf(entry);
  if (kind === "submodule")
    return ok({ ...showEntry(place, entry, "submodule"), submodule_git_url: `${call.world.htmlUrl}/submodule.git` });
  const target = kind === "symlink" ? await followed(place, entry) : entry;
  const bytes = await readBlob(repository, (target ?? entry).sha);
  if (call.accept.includes("raw")) return { status: 200, raw: bytes };
  if (target === undefined) return ok({ ...showEntry(place, entry, "symlink"), target: bytes.toString() });
  const large = bytes.length > megabyte;
  if (large && !call.accept.includes("object")) throw forbidden("This API returns blobs up to 1 MB in size.");
  const content = large
    ? ""
    : `${
        bytes
          .toString("base64")
          .match(/.{1,60}/g)
          ?.join("\n") ?? ""
      }\n`;
  return ok({ ...showEntry(place, entry, "file"), size: bytes.length, content, encoding: large ? "none" : "base64" });
}

export const contentRoutes: Routes = {
  "GET /repos/{owner}/{repo}/contents/{path}": async (call) => {
    const repository = repositoryOf(call, "contents:read");
    const commit = await resolveCommit(repository, call.query.get("ref") ?? repository.defaultBranch);
    if (commit === undefined) throw notFound();
    const found = await readPath(repository, commit, call.params.path ?? "");
    if (found === undefined) throw notFound();
    const place = { call, repository, commit };
    return Array.isArray(found)
      ? ok(found.slice(0, 1000).map((entry) => showEntry(place, entry, kindOf(entry))))
      : showFile(place, found);
  },
};
