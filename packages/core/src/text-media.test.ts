import { describe, expect, it } from 'vitest'
import { isTextMedia } from './text-media.ts'

describe('the data of a file', () => {
  it.each([
    'text/plain',
    'text/html; charset=utf-8',
    'TEXT/Markdown',
    ' text/csv ',
    'application/json',
    'application/json;charset=utf-8',
    'application/ld+json',
    'application/vnd.oai.openapi+yaml',
    'application/xml',
    'application/atom+xml',
    'image/svg+xml',
    'application/yaml',
    'application/x-yaml',
    'application/toml',
    'application/javascript',
    'application/typescript',
    'application/graphql',
    'application/sql',
    'application/x-sh',
    'application/x-ndjson',
  ])('is a text: %s', (mediaType) => {
    expect(isTextMedia(mediaType)).toBe(true)
  })

  it.each([
    '',
    'text',
    'application/pdf',
    'application/octet-stream',
    'application/octet-stream; name=text/plain',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.ms-excel.sheet.binary.macroenabled.12',
    'application/vnd.oasis.opendocument.text',
    'application/x-sqlite3',
    'application/x-shockwave-flash',
    'application/postscript',
    'application/json+zip',
    'image/png',
    'audio/wav',
    'message/rfc822',
  ])('is base64: %s', (mediaType) => {
    expect(isTextMedia(mediaType)).toBe(false)
  })
})
