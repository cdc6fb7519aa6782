import type { Registered, Registries } from "../../model.ts";
import { showVersion } from "../../text/version.ts";
import type { Approved } from "../catalog.ts";
import type { Detected } from "../detect.ts";

/**
 * The versions that a registry has approved, where the configuration names one as baseline, and its mode where the
 * configuration says none. A registry that does not answer, or does not know a subject that stands on the base side, leaves
 * the baseline unread.
 */
export async function withRegistered(
  contracts: readonly Detected[],
  registries: Registries | undefined,
): Promise<readonly Detected[]> {
  const all: Detected[] = [];
  for (const detected of contracts) {
    const { contract, config } = detected;
    const { registry, subject = contract.id } = config?.baseline ?? {};
    if (registry === undefined) {
      all.push(detected);
      continue;
    }
    const found: Registered = (await registries?.subject(registry, subject)) ?? {
      unreadable: "no registry is defined where this runs",
    };
    const fault = faultOf(found, detected);
    if (fault !== undefined) {
      const unread = `its baseline, the subject ${subject} of the registry ${registry}, cannot be read: ${fault}`;
      all.push({ ...detected, registered: { unread } });
      continue;
    }
    const versions = "versions" in found ? found.versions : [];
    const level = "versions" in found ? found.mode : undefined;
    const mode = config?.mode === undefined ? (level ?? contract.mode) : contract.mode;
    const names = [...new Set([...contract.names, subject])];
    const registered = versions.map(({ version, text, references }): Approved => {
      const files = new Map([...references].map(([name, other]) => [fileName(name, contract.entry), other]));
      const source = { entry: contract.entry, part: "", files: new Map([...files, [contract.entry, text]]) };
      return { version, label: showVersion(version), source };
    });
    all.push({ ...detected, contract: { ...contract, names, mode }, registered });
  }
  return all;
}

/** Why a subject is no baseline, in words. A contract that is new here may be new there too. */
function faultOf(found: Registered, { contract, base }: Detected): string | undefined {
  if ("unreadable" in found) return found.unreadable;
  if ("absent" in found) return base === undefined ? undefined : "there is no such subject";
  const other = found.versions.find(({ format }) => format !== contract.format);
  return other === undefined ? undefined : `version ${other.version} is of the format ${other.format}`;
}

/** The name of a reference as the path of a file: an Avro reference is called as the type that it declares. */
function fileName(name: string, entry: string): string {
  const ending = /\.\w+$/.exec(entry)?.[0] ?? "";
  return name.endsWith(ending) ? name : `${name}${ending}`;
}
