/** What files of code end with: all that isolated code may load of what people write. Frozen: it can import this. */
export const codeEndings: readonly string[] = Object.freeze(['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.wasm'])
