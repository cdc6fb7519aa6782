export async function demo(_print: (line: string) => void): Promise<boolean> {
  return false;
}
