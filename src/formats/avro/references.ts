export function referencesOf(_path: string, _text: string, _tree: readonly string[]): readonly string[] {
  return [];
}
