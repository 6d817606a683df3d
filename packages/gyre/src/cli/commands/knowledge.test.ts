import { rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { GyreError } from '@gyre/core'
import { modelOf, says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { FakeHost } from '../../../test/fake-host.ts'
import { processOver } from '../../../test/fake-place.ts'
import { light, mill, shelf, three } from '../../../test/knowledge-shelf.ts'

describe('`gyre knowledge`', () => {
  it('says that there is nothing, what is searched meanwhile, and what to do', async () => {
    const { code, out, err } = await shelf().gyre('knowledge')
    expect([code, out]).toEqual([
      0,
      'documents  0\nchunks     0\nvectors    none\nrelations  none\nembedder   lexical/hashed-1: by words, no service\n',
    ])
    expect(err).toBe(
      'Until there are documents of your own, searches answer from the bundled ones.\nTo read some: gyre knowledge add FOLDER\n',
    )
  })

  it('counts what there is', async () => {
    const { gyre } = shelf(three)
    await gyre('knowledge', 'add', 'docs')
    expect((await gyre('knowledge')).out).toContain(
      'documents  3\nchunks     3\nvectors    3 by lexical/hashed-1, 1024 numbers each\n',
    )
    expect(JSON.parse((await gyre('knowledge', 'status', '--json')).out)).toMatchObject({
      documents: 3,
      embedder: 'lexical/hashed-1',
      fault: null,
      demo: { documents: 0 },
    })
  })
})

describe('`gyre knowledge add`', () => {
  it('reads a folder, and after that only what has changed', async () => {
    const { gyre, write, cwd } = shelf(three)
    expect(await gyre('knowledge', 'add', 'docs')).toMatchObject({ code: 0, out: '3 added.\n', err: '' })
    expect((await gyre('knowledge', 'add', 'docs')).out).toBe('3 unchanged.\n')
    write('docs/mill.txt', `${mill}It was sold.\n`)
    rmSync(join(cwd, 'docs/old'), { recursive: true })
    expect((await gyre('knowledge', 'add', 'docs')).out).toBe(
      'removed  docs/old/ferry.md: its file is gone\n1 changed, 1 unchanged, 1 removed.\n',
    )
  })

  it('tells of each when all is wanted, and of what is the same as another', async () => {
    const { gyre } = shelf({ 'a.md': light, 'b.md': light })
    expect((await gyre('knowledge', 'add', '.', '-v')).out).toBe(
      'added  a.md\nduplicate  b.md: it says the same as a.md\n1 added, 1 duplicate.\n',
    )
  })

  it('lists what is the same as another with what it is like, and finds it when that is gone', async () => {
    const { gyre } = shelf({ 'a.md': light, 'b.md': light })
    await gyre('knowledge', 'add', '.')
    expect((await gyre('knowledge', 'list')).out).toMatch(/^b\.md .*\(says the same as a\.md\)$/m)
    const [a, b] = JSON.parse((await gyre('knowledge', 'list', '--json')).out)
    expect([a.duplicateOf, b.duplicateOf]).toEqual([null, a.id])
    await gyre('knowledge', 'remove', 'a.md')
    expect((await gyre('knowledge', 'search', 'lamp keeper')).out).toContain('b.md')
  })

  it.each([
    [['--include', '*.md'], '2 added.\n'],
    [['--exclude', '*.md', '--exclude', 'old'], '1 added.\n'],
    [['--include', '*.pdf'], 'Nothing to read.\n'],
  ])('reads of a folder with %j what is meant', async (options, out) => {
    expect((await shelf(three).gyre('knowledge', 'add', 'docs', ...options)).out).toBe(out)
  })

  it('goes on with the rest when some cannot be read, and fails in the end', async () => {
    const { cwd, gyre } = shelf({
      'a.md': light,
      'broken.pdf': '%PDF-1.4\nbroken',
      'deep.html': `<html><body>${'<div>'.repeat(10_000)}<p>A well in the yard.</p>`,
      'empty.md': '',
      'huge.txt': '',
      'latin.txt': Uint8Array.from(Buffer.from('Die Straße am Fluss ist für Wagen gesperrt.\n', 'latin1')),
      'photo.txt': Uint8Array.of(0, 1, 2, 0, 255),
      'wide.html': `<html><body><p title="${'x'.repeat(5_000_000)}">The gate is green.</p></body></html>`,
    })
    truncateSync(join(cwd, 'huge.txt'), 200_000_000)
    const { code, out, err } = await gyre('knowledge', 'add', '.', 'nowhere.md')
    expect(code).toBe(1)
    expect(err.trimEnd().split('\n').toSorted()).toEqual([
      'failed  broken.pdf: The PDF cannot be read: the file is damaged.',
      expect.stringMatching(/^failed {2}huge\.txt: /),
      'failed  nowhere.md: there is no such file or folder',
    ])
    expect(out).toContain('skipped  empty.md: it is empty\n')
    expect(out).toContain('skipped  photo.txt: it is no text: it has NUL bytes\n')
    expect(out).toContain('added  latin.txt: it is no valid UTF-8 and was read as windows-1252')
    expect(out).toMatch(/^4 added, 2 skipped, 3 failed\.$/m)
    expect((await gyre('knowledge', 'search', 'gate', '-n', '1')).out).toContain('The gate is green.')
  }, 30_000)

  it('keeps to the size that is given', async () => {
    const { code, err } = await shelf({ 'a.md': light }).gyre('knowledge', 'add', 'a.md', '--max-size', '10B')
    expect(code).toBe(1)
    expect(err).toMatch(/^failed {2}a\.md: /)
  })

  it('tells failures in the result when it is to be quiet', async () => {
    const { code, out, err } = await shelf().gyre('knowledge', 'add', 'nowhere', '-q')
    expect([code, out, err]).toEqual([1, 'failed  nowhere: there is no such file or folder\n1 failed.\n', ''])
  })

  it('reports to programs in one value', async () => {
    const { cwd, gyre } = shelf({ 'a.md': light })
    const { code, out, err } = await gyre('knowledge', 'add', 'a.md', 'nowhere', '--json')
    expect([code, err]).toEqual([1, ''])
    expect(JSON.parse(out)).toMatchObject({
      items: expect.arrayContaining([{ source: join(cwd, 'a.md'), status: 'added', chunks: 1 }]),
      counts: { added: 1, failed: 1 },
      chunks: 1,
    })
  })

  it('reads no page of this machine unless the config allows it', async () => {
    const { code, err } = await shelf().gyre('knowledge', 'add', 'http://127.0.0.1:8080/', 'ftp://a/b')
    expect(code).toBe(1)
    expect(err).toContain('failed  ftp://a/b: only addresses with http and https can be read\n')
    expect(err).toMatch(/^failed {2}http:\/\/127\.0\.0\.1:8080\/: /m)
  })

  it('shows on a terminal how far it is, and leaves nothing of that', async () => {
    const { type } = shelf(three)
    const { host, err } = await type({ isTty: true, columns: 60, env: { NO_COLOR: '1' } }, 'knowledge', 'add', 'docs')
    expect(err).toContain('finding  3')
    expect(await host.screen()).toBe('3 added.')
  })

  it('stops at Ctrl-C, keeps what is done, and goes on from there', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`${at}.md`, `# Note ${at}\n\nIt is about the number ${at * 7919}.\n`]),
    )
    const { store, gyre, cwd } = shelf(many)
    const host = new FakeHost({ cwd })
    const put = store.knowledge.put.bind(store.knowledge)
    let count = 0
    store.knowledge.put = async (...given) => {
      count += 1
      if (count === 5) host.interrupt()
      await put(...given)
    }
    const { gyre: type } = processOver({ model: modelOf(() => says('')), store })
    expect(await type(host, 'knowledge', 'add', '.')).toBe(130)
    expect([host.out, host.err]).toEqual([
      '',
      'stopping…\nStopped. What is done stays: the same command goes on from there.\n',
    ])
    const kept = (await store.knowledge.list('local')).length
    expect(kept).toBeGreaterThanOrEqual(5)
    expect(kept).toBeLessThan(60)
    expect((await gyre('knowledge', 'add', '.')).out).toBe(`${60 - kept} added, ${kept} unchanged.\n`)
  })
})

describe('the documents', () => {
  it('are listed by source, seen from where one is', async () => {
    const { cwd, gyre, type } = shelf(three)
    await gyre('knowledge', 'add', 'docs')
    const { out, err } = await gyre('knowledge', 'list')
    expect(out.replaceAll(/\d{4}-\d\d-\d\d/g, 'DAY')).toBe(
      [
        'SOURCE             TYPE           DATE        TITLE',
        'docs/light.md      text/markdown  DAY  The light',
        'docs/mill.txt      text/plain     DAY  mill.txt',
        'docs/old/ferry.md  text/markdown  DAY  The ferry',
        '',
      ].join('\n'),
    )
    expect(err).toBe('')
    expect((await type({ cwd: join(cwd, 'docs/old') }, 'knowledge', 'ls')).out).toContain('\nferry.md ')
    expect(JSON.parse((await gyre('knowledge', 'list', '--json')).out)[0]).toMatchObject({
      id: expect.stringMatching(/^doc_/),
      source: join(cwd, 'docs/light.md'),
      title: 'The light',
      at: expect.stringMatching(/Z$/),
    })
  })

  it('are the bundled ones as long as there are no others, which is told', async () => {
    const { out, err } = await shelf().gyre('knowledge', 'list')
    expect(out).toMatch(/^https:\/\/\S+ +text\/markdown/m)
    expect(err).toBe(
      'These are the bundled documents, which are invented. To read your own: gyre knowledge add FOLDER\n',
    )
  })

  it('are shown as they are kept, by any name they go by', async () => {
    const { cwd, gyre } = shelf(three)
    await gyre('knowledge', 'add', 'docs')
    const [{ id = '' }] = JSON.parse((await gyre('knowledge', 'list', '--json')).out) as [{ id?: string }]
    for (const name of ['docs/light.md', './docs/light.md', join(cwd, 'docs/light.md'), id])
      expect((await gyre('knowledge', 'show', name)).out).toBe(light)
    expect(JSON.parse((await gyre('knowledge', 'show', id, '--json')).out)).toMatchObject({ text: light.trimEnd() })
  })

  it('are removed by file and by folder; what is unknown is told as it was typed', async () => {
    const { cwd, gyre } = shelf(three)
    await gyre('knowledge', 'add', 'docs')
    const first = await gyre('knowledge', 'remove', 'docs/old', 'docs/new')
    expect([first.code, first.out]).toEqual([2, 'removed  docs/old/ferry.md\n'])
    expect(first.err).toContain('Error: Nothing came from `docs/new`.\n')
    const second = await gyre('knowledge', 'rm', 'docs', 'docs/new', '--json')
    expect([second.code, JSON.parse(second.out)]).toEqual([
      2,
      { removed: [join(cwd, 'docs/light.md'), join(cwd, 'docs/mill.txt')], unknown: [join(cwd, 'docs/new')] },
    ])
    expect((await gyre('knowledge')).out).toContain('documents  0\n')
  })
})

describe('`gyre knowledge search`', () => {
  it('shows where the words are', async () => {
    const { gyre } = shelf(three)
    await gyre('knowledge', 'add', 'docs')
    const { code, out, err } = await gyre('knowledge', 'search', 'when did the mill close', '-n', '1')
    expect([code, err]).toEqual([0, ''])
    expect(out).toBe('1. mill.txt\n   docs/mill.txt  [0–48]\n   The mill closed in 1931 because the river dried.\n')
  })

  it('tells programs of ranks and places', async () => {
    const { cwd, gyre } = shelf(three)
    await gyre('knowledge', 'add', 'docs')
    const [found] = JSON.parse((await gyre('knowledge', 'search', 'mill', '--json')).out) as object[]
    expect(found).toMatchObject({
      source: join(cwd, 'docs/mill.txt'),
      start: 0,
      end: 48,
      text: mill.trimEnd(),
      snippet: { highlights: [[4, 8]] },
      ranks: { text: 1, vector: 1 },
    })
  })

  it.each([
    [['--source', 'docs/*'], true],
    [['--source', '*.txt'], true],
    [['--source', 'docs/old/*', '--source', 'docs/mill.txt'], true],
    [['--source', 'docs/old/*'], false],
    [['--source', 'docs'], true],
    [['--source', './docs/'], true],
    [['--source', 'docs/old'], false],
    [['--source', 'doc', '--source', 'docs/*'], false],
    [['--since', '2000-01-01'], true],
    [['--until', '2000-01-01'], false],
  ])('with %j finds the mill: %s', async (options, isFound) => {
    const { gyre } = shelf(three)
    await gyre('knowledge', 'add', 'docs')
    expect((await gyre('knowledge', 'search', 'mill', ...options)).out.includes('docs/mill.txt')).toBe(isFound)
  })

  it('looks into a folder by its whole path', async () => {
    const { cwd, gyre } = shelf(three)
    await gyre('knowledge', 'add', 'docs')
    const { out } = await gyre('knowledge', 'search', 'mill', '--source', join(cwd, 'docs'))
    expect(out).toContain('docs/mill.txt')
  })

  it('says when no document is of a source', async () => {
    const { gyre } = shelf(three)
    await gyre('knowledge', 'add', 'docs')
    const { code, err } = await gyre('knowledge', 'search', 'mill', '--source', 'docs', '--source', 'nowhere*')
    expect(code).toBe(2)
    expect(err).toContain('Error: No document fits `--source nowhere*`.\n')
  })

  it.each(['"a* OR (mill NEAR', "mill' --", 'mill 💡', 'mill\n\u0000mill'])('takes %j for words', async (query) => {
    const { gyre } = shelf(three)
    await gyre('knowledge', 'add', 'docs')
    const { code, out } = await gyre('knowledge', 'search', query)
    expect(code).toBe(0)
    expect(out).toContain('docs/mill.txt')
  })

  it('finds nothing for what has no words', async () => {
    const { code, out, err } = await shelf().gyre('knowledge', 'search', '💡"')
    expect([code, out]).toEqual([0, ''])
    expect(err).toContain('Nothing was found for "💡"".\n')
  })

  it('answers from the bundled documents as long as there are no others, which is told', async () => {
    const { out, err } = await shelf().gyre('knowledge', 'search', 'ferry', '-n', '1')
    expect(out).toMatch(/^1\. /)
    expect(err).toBe(
      'Searched in the bundled documents, which are invented. To read your own: gyre knowledge add FOLDER\n',
    )
  })

  it('marks what is bundled for programs', async () => {
    const { gyre } = shelf(three)
    const rows = async (...args: string[]) => JSON.parse((await gyre('knowledge', ...args, '--json')).out) as object[]
    expect((await rows('search', 'ferry'))[0]).toMatchObject({ bundled: true })
    expect((await rows('list'))[0]).toMatchObject({ bundled: true })
    await gyre('knowledge', 'add', 'docs')
    expect((await rows('search', 'ferry'))[0]).not.toHaveProperty('bundled')
    expect((await rows('list'))[0]).not.toHaveProperty('bundled')
  })

  it('goes without made-up answers when the model fails, and says so', async () => {
    const { cwd, store, gyre } = shelf(three)
    await gyre('knowledge', 'add', 'docs')
    const model = modelOf(() => {
      throw new GyreError('model-failed', 'The model is out of order.')
    })
    const host = new FakeHost({ cwd })
    expect(await processOver({ model, store }).gyre(host, 'knowledge', 'search', 'mill', '--hyde')).toBe(0)
    expect(host.out).toContain('docs/mill.txt')
    expect(host.err).toMatch(/^Searched without made-up answers: .*The model is out of order\.\n$/)
  })

  it('lets a model make up answers, and shows none of them', async () => {
    const { gyre, asked } = shelf(three, 'Xylophones everywhere: the mill closed because the river dried.')
    await gyre('knowledge', 'add', 'docs')
    const { code, out } = await gyre('knowledge', 'search', 'why was it shut', '--hyde', '--json')
    expect(code).toBe(0)
    expect(asked.length).toBeGreaterThan(0)
    expect(asked[0]).toContain('why was it shut')
    expect(JSON.parse(out)).toContainEqual(
      expect.objectContaining({ text: mill.trimEnd(), ranks: expect.objectContaining({ hyde: 1 }) }),
    )
    expect(out).not.toContain('Xylophones')
  })
})

describe('a command about documents', () => {
  it.each([
    [['knowledge', 'search', ' '], 'The question is empty.'],
    [['knowledge', 'graph', ''], 'The question is empty.'],
    [['knowledge', 'search', 'x', '-n', '0'], '`--limit 0`: expected a whole number from 1 to 100.'],
    [['knowledge', 'search', 'x', '-n', 'abc'], '`--limit abc`: expected a whole number from 1 to 100.'],
    [['knowledge', 'search', 'x', '-n', '1000'], '`--limit 1000`: expected a whole number from 1 to 100.'],
    [['knowledge', 'search', 'x', '--since', 'soon'], '`--since` is a day such as 2026-01-31'],
    [['knowledge', 'search', 'x', '--until', '2026-13-45'], '`--until` is a day such as 2026-01-31'],
    [
      ['knowledge', 'search', 'x', '--since', '2026-02-01', '--until', '2026-01-01'],
      '`--since 2026-02-01` is not before `--until 2026-01-01`.',
    ],
    [['knowledge', 'graph', '--replace'], '`--replace` goes with `--build` by the rules, without `--model`.'],
    [['knowledge', 'search', 'x', '-m', 'a/b'], '`--model` is asked for `--hyde`, which was not given.'],
    [['knowledge', 'graph', '-m', 'a/b'], '`--model` is asked for `--build`, which was not given.'],
    [['knowledge', 'graph', '--hops', '2'], '`--hops` goes with a question, and there is none.'],
    [['knowledge', 'graph', 'x', '--hops', '4'], '`--hops 4`: expected a whole number from 1 to 3.'],
    [['knowledge', 'graph', 'x', '-n', '61'], '`--limit 61`: expected a whole number from 1 to 60.'],
    [['knowledge', 'add'], '`gyre knowledge add` needs PATH|URL….'],
    [['knowledge', 'add', 'a', '--max-size', 'big'], '`--max-size big`: expected a size, such as 500MB or 2GB.'],
    [['knowledge', 'show', 'nowhere.md'], 'There is no document `nowhere.md`.'],
    [['knowledge', 'serch'], '`gyre knowledge serch` is no command. Did you mean `gyre knowledge search`?'],
  ])('refuses %j', async (args, says) => {
    const { code, out, err } = await shelf().gyre(...args)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(`Error: ${says}`)
  })
})
