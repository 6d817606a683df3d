import { describe, expect, it } from 'vitest'
import { isAccepted, mediaTypeOf } from './media-type.ts'

describe('the media type of a header', () => {
  it.each([
    ['text/html', 'text/html'],
    ['Text/HTML; charset=utf-8', 'text/html'],
    [' application/json ;q=1', 'application/json'],
    [null, undefined],
    ['', undefined],
    ['html', undefined],
    ['text/', undefined],
    ['text/html, text/plain', undefined],
  ])('%j: %j', (header, type) => {
    expect(mediaTypeOf(header)).toBe(type)
  })
})

describe('an accepted media type', () => {
  it.each([
    ['text/html', ['text/html'], true],
    ['text/html', ['TEXT/HTML'], true],
    ['text/html', ['text/*'], true],
    ['image/png', ['text/*', 'image/png'], true],
    ['application/rss+xml', ['application/*+xml'], true],
    ['image/png', ['*/*'], true],
    ['image/png', ['text/*'], false],
    ['application/xml', ['application/*+xml'], false],
    ['text/html-like', ['text/html'], false],
    ['text/html', [], false],
  ])('%s among %j: %s', (type, patterns, expected) => {
    expect(isAccepted(type, patterns)).toBe(expected)
  })
})
