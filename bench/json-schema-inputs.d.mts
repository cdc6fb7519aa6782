interface Variant {
  readonly tagged?: boolean;
  readonly closed?: boolean;
  readonly changed?: boolean;
}
export function mutuallyRecursive(types: number, variant?: Variant): string;
export function large(bytes: number, changes?: number, wide?: boolean): string;
