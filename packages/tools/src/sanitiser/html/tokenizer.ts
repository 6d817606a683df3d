/** The tokenizer of htmlparser2, loaded when the first page comes. */
type Library = typeof import('htmlparser2')
export type TokenizerClass = Library['Tokenizer']

let loaded: TokenizerClass | undefined

export function loadTokenizer(): TokenizerClass | Promise<TokenizerClass> {
  return loaded ?? load()
}

async function load(): Promise<TokenizerClass> {
  const { Tokenizer } = await import('htmlparser2')
  loaded = Tokenizer
  return Tokenizer
}
