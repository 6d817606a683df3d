/** What a document is, by its name or by what its server says. */
import { extname } from 'node:path'
import { isTextMedia } from '@gyre/core'
import type { Writing } from '@gyre/core/text'

export type Media = {
  readonly mediaType: string
  /** `page` and `pdf` are read by others; `binary` is not read. */
  readonly form: Writing | 'page' | 'pdf' | 'binary'
}

const code =
  /^(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|scala|swift|c|h|cc|cpp|hpp|cs|fs|php|pl|lua|r|jl|ex|exs|erl|hs|clj|dart|vue|svelte|sh|bash|zsh|fish|ps1|sql|graphql|proto|css|scss|less|zig|nim|groovy)$/
const binary =
  /^(?:png|jpe?g|gif|webp|avif|bmp|ico|icns|tiff?|heic|svg|psd|mp[34]|m4[av]|wav|flac|ogg|opus|avi|mov|mkv|webm|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|jar|war|exe|dll|so|dylib|a|o|obj|class|pyc|wasm|bin|dat|iso|dmg|deb|rpm|apk|ttf|otf|woff2?|eot|docx?|xlsx?|pptx?|od[tsp]|epub|mobi|db|sqlite3?|parquet|onnx|pt|npy|node)$/
const known: Readonly<Record<string, Media>> = {
  md: { mediaType: 'text/markdown', form: 'markdown' },
  markdown: { mediaType: 'text/markdown', form: 'markdown' },
  mdx: { mediaType: 'text/markdown', form: 'markdown' },
  html: { mediaType: 'text/html', form: 'page' },
  htm: { mediaType: 'text/html', form: 'page' },
  xhtml: { mediaType: 'application/xhtml+xml', form: 'page' },
  pdf: { mediaType: 'application/pdf', form: 'pdf' },
  csv: { mediaType: 'text/csv', form: 'rows' },
  tsv: { mediaType: 'text/tab-separated-values', form: 'rows' },
  json: { mediaType: 'application/json', form: 'rows' },
  jsonl: { mediaType: 'application/jsonl', form: 'rows' },
  ndjson: { mediaType: 'application/x-ndjson', form: 'rows' },
  xml: { mediaType: 'application/xml', form: 'rows' },
  yaml: { mediaType: 'application/yaml', form: 'rows' },
  yml: { mediaType: 'application/yaml', form: 'rows' },
  toml: { mediaType: 'application/toml', form: 'rows' },
  ini: { mediaType: 'text/plain', form: 'rows' },
  conf: { mediaType: 'text/plain', form: 'rows' },
  log: { mediaType: 'text/plain', form: 'rows' },
}

export function mediaOfName(name: string): Media {
  const ending = extname(name).slice(1).toLowerCase()
  if (Object.hasOwn(known, ending)) return known[ending] as Media
  if (code.test(ending)) return { mediaType: `text/x-${ending}`, form: 'code' }
  if (binary.test(ending)) return { mediaType: 'application/octet-stream', form: 'binary' }
  return { mediaType: 'text/plain', form: 'plain' }
}

/** By the type that came with it; by its address when that says nothing. */
export function mediaOfType(contentType: string, url: string): Media {
  const mediaType = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
  if (mediaType === '' || mediaType === 'application/octet-stream') return mediaOfName(pathOf(url))
  const same = Object.values(known).find((media) => media.mediaType === mediaType && mediaType !== 'text/plain')
  if (same) return same
  if (!isTextMedia(mediaType)) return { mediaType, form: 'binary' }
  const { form } = mediaOfName(pathOf(url))
  return { mediaType, form: form === 'page' || form === 'pdf' || form === 'binary' ? 'plain' : form }
}

/** What the first bytes say, where the name says nothing. */
export function mediaOfBytes(bytes: Uint8Array, media: Media): Media {
  if (media.form !== 'plain' && media.form !== 'binary') return media
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).toString('latin1').trimStart()
  if (start.startsWith('%PDF-')) return { mediaType: 'application/pdf', form: 'pdf' }
  if (/^(?:<!doctype html|<html[\s>])/i.test(start)) return { mediaType: 'text/html', form: 'page' }
  return media
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? ''
}
