import type { Flow, Mode, Options } from "../../model.ts";
import { type Tree, Unreadable } from "../../text/tree.ts";
import type { Opened } from "../carrier.ts";
import { jsonSchemaAt, readDocument, type Spot, textAt } from "./documents.ts";

/** The language a payload is written in, by its media type or a registry's word for it. */
export type Language = "avro" | "protobuf" | "json-schema" | "openapi-3.0" | undefined;

export function languageOf(schemaFormat: string | undefined): Language {
  const name = schemaFormat?.toLowerCase() ?? "";
  if (name === "" || /asyncapi|schema\+(?:json|yaml)/.test(name)) return "json-schema";
  if (/avro/.test(name)) return "avro";
  if (/protobuf/.test(name)) return "protobuf";
  if (/openapi/.test(name)) return /version=3\.0/.test(name) ? "openapi-3.0" : "json-schema";
  return undefined;
}

/** The mode that is promised of a schema where nobody says, by who writes what it describes. */
export function modeFor(language: Language, flow: Flow | undefined): Mode {
  if (language === "avro" || language === "protobuf" || flow === "both") return "FULL";
  return flow === "received" ? "BACKWARD" : "FORWARD";
}

/** Hands a payload to its language. @throws Unreadable */
export function open(
  spot: Spot,
  language: Language,
  said: string,
  files: ReadonlyMap<string, string>,
  options: Options,
): Opened {
  const { path, tree } = spot;
  if (language === "avro") return textAt(spot, "avro", ".avsc");
  if (language === "protobuf") return textAt(spot, "protobuf", ".proto");
  if (language === undefined) throw new Unreadable(`schemas of ${said} cannot be read`, { path, ...placeOf(tree) });
  const dialect: Options = language === "openapi-3.0" ? { draft: "04", dialect: "openapi-3.0" } : options;
  return jsonSchemaAt(spot, readDocument(path, files.get(path) ?? ""), files, dialect);
}

function placeOf({ line, column }: Tree) {
  return { line, column };
}
