/**
 * What implementations agree on about a format: texts that match `surely` are of it, texts that do not match `perhaps` are not.
 * Between the two, opinions and time differ (leap days, top-level domains), and nothing is claimed.
 */
export interface FormatBounds {
  readonly surely: string;
  readonly perhaps: string;
}

const year = "\\d{4}";
const sureDate = `${year}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])`;
const someDate = `${year}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])`;
const sureTime = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,6})?(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";
const someTime = "(?:[01]\\d|2[0-4]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[zZ]|[+-]\\d\\d:?(?:\\d\\d)?)";
const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]\\d|\\d)";
const label = "[a-z](?:[a-z0-9]{0,20}[a-z0-9])?";
const anything = "";
const hex = (count: number) => `[0-9a-fA-F]{${count}}`;
const word = "[a-z]{1,20}";
const uuid = `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`;

const formats: ReadonlyMap<string, FormatBounds> = new Map([
  ["date", { surely: `^${sureDate}$`, perhaps: `^${someDate}$` }],
  ["time", { surely: `^${sureTime}$`, perhaps: `^${someTime}$` }],
  ["date-time", { surely: `^${sureDate}T${sureTime}$`, perhaps: `^${someDate}[Tt\\s]${someTime}$` }],
  [
    "duration",
    {
      surely: "^P(?:\\d{1,4}W|\\d{1,4}D|\\d{1,4}Y|T\\d{1,4}[HMS])$",
      perhaps: "^P(?:[\\d.,]+[YMWD])*(?:T(?:[\\d.,]+[HMS])+)?$",
    },
  ],
  ["email", { surely: `^${word}@${word}\\.(?:com|org)$`, perhaps: "^[^\\n]+@[^\\n]+$" }],
  ["idn-email", { surely: `^${word}@${word}\\.(?:com|org)$`, perhaps: "^[^\\n]+@[^\\n]+$" }],
  ["hostname", { surely: `^${label}(?:\\.${label}){0,3}$`, perhaps: "^[^\\s@/]{1,255}$" }],
  ["idn-hostname", { surely: `^${label}(?:\\.${label}){0,3}$`, perhaps: "^[^\\s]+$" }],
  ["ipv4", { surely: `^${octet}(?:\\.${octet}){3}$`, perhaps: "^\\d{1,3}(?:\\.\\d{1,3}){3}$" }],
  ["ipv6", { surely: `^${hex(4)}(?::${hex(4)}){7}$`, perhaps: "^[0-9a-fA-F:.%/]+$" }],
  ["uuid", { surely: `^${uuid}$`, perhaps: `^${uuid}$` }],
  ["uri", { surely: `^https?://${word}\\.(?:com|org)/(?:${word})?$`, perhaps: "^[a-zA-Z][a-zA-Z0-9+.-]*:[^\\s]*$" }],
  ["iri", { surely: `^https?://${word}\\.(?:com|org)/(?:${word})?$`, perhaps: "^[a-zA-Z][a-zA-Z0-9+.-]*:[^\\s]*$" }],
  ["uri-reference", { surely: `^/${word}$`, perhaps: "^[^\\s\\\\]*$" }],
  ["iri-reference", { surely: `^/${word}$`, perhaps: "^[^\\s]*$" }],
  ["uri-template", { surely: `^/${word}$`, perhaps: "^[^\\s]*$" }],
  ["json-pointer", { surely: "^(?:/[a-z0-9]*)*$", perhaps: "^(?:/[^]*)?$" }],
  [
    "relative-json-pointer",
    { surely: "^(?:0|[1-9]\\d{0,3})(?:#|(?:/[a-z0-9]*)*)$", perhaps: "^\\d+(?:#|(?:[+-]\\d+)?#?|(?:/[^]*))$" },
  ],
  ["regex", { surely: "^[a-z]*$", perhaps: anything }],
]);

/** Undefined for a name that says nothing. */
export const formatBounds = (name: string): FormatBounds | undefined => formats.get(name);
