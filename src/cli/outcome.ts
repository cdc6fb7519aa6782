/** What a command printed and how it ended. */
export interface Outcome {
  readonly output: string;
  readonly status: 0 | 1 | 2;
}

export function finish({ output, status }: Outcome): void {
  if (output !== "") process.stdout.write(output);
  process.exitCode = status;
}

export function json(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
