import type { ToolContext, ToolOutput } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { localServer } from '../../../test/net/local-server.ts'
import { openedFetch } from '../../../test/net/opened-fetch.ts'
import type { SafeFetch } from '../../net/safe-fetch-options.ts'
import type { StoredPage } from './stored-pages.ts'
import { webToolbox } from './web-toolbox.ts'

const pages: Readonly<Record<string, StoredPage>> = {
  'https://ferries.example/times': { text: 'At seven.', title: 'Times', publishedAt: '2026-06-12' },
  'file:///notes/ferry.md': { text: 'Line one.\n'.repeat(300) },
}

const remark = '[This is the text as it was read into the index. What it was read from may have changed since.]'

/** A way out that must not be taken. */
const noFetch: SafeFetch = () => Promise.reject(new Error('the network was asked'))

const fetched = async (input: object, fetch: SafeFetch = noFetch, maxChars = 1_000) => {
  const [tool] = webToolbox({ fetch, maxChars, hostDelayMs: 0, stored: async (url) => pages[url] }).tools
  const context = { signal: new AbortController().signal } as ToolContext
  return (await tool?.run(tool.schema.parse(input), context)) as ToolOutput
}

describe('web.fetch, with pages that are read already', () => {
  it.each(['https://ferries.example/times', 'https://Ferries.example/times/?utm_source=x#top'])(
    'gives %s from there',
    async (url) => {
      const { text, data, untrusted } = await fetched({ url })
      expect(text).toBe(`# Times\n\n2026-06-12\n\n${remark}\n\nAt seven.`)
      expect(data).toMatchObject({ url: 'https://ferries.example/times', title: 'Times', chars: 9, part: 1, parts: 1 })
      expect(untrusted).toEqual({ from: 'https://ferries.example/times' })
    },
  )

  it('gives a file from there, in parts', async () => {
    const { text, data, untrusted } = await fetched({ url: 'file:///notes/ferry.md', part: 2 })
    expect(text).toMatch(/Line one\.\n\n\n\[part 2 of 3\]$/)
    expect(data).toMatchObject({ url: 'file:///notes/ferry.md', parts: 3 })
    expect(untrusted).toEqual({ from: 'file:///notes/ferry.md' })
  })

  it.each(['file:///etc/passwd', 'FILE:///etc/passwd', 'file:/etc/passwd', ' file:///etc/../etc/passwd'])(
    'gives no other file: %s',
    async (url) => {
      await expect(fetched({ url })).rejects.toMatchObject({
        code: 'address-refused',
        message: `${url.trim()} is not in the index: files are read only from there.`,
      })
    },
  )

  it('fetches what is not there, guarded as ever', async () => {
    const server = await localServer((response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('Fresh.')
    })
    expect((await fetched({ url: `${server.url}/x` }, openedFetch())).text).toBe('Fresh.')
    await expect(fetched({ url: `${server.url}/x` }, openedFetch({ allowLoopback: false }))).rejects.toMatchObject({
      code: 'address-refused',
    })
  })

  it('fetches a page for its links; those of a file are not kept', async () => {
    await expect(fetched({ url: 'https://ferries.example/times', show: 'links' })).rejects.toThrow(
      'the network was asked',
    )
    await expect(fetched({ url: 'file:///notes/ferry.md', show: 'links' })).rejects.toMatchObject({
      code: 'argument-invalid',
      message: 'The links of file:///notes/ferry.md are not kept: only its text is.',
    })
  })
})
