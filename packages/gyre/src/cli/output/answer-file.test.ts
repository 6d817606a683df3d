import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineLoop, type Json, reportMarkdown } from '@gyre/core'
import { says, scriptedModel } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts'
import { FakeHost } from '../../../test/fake-host.ts'
import { processOver } from '../../../test/fake-place.ts'
import { lakeReport } from '../../../test/research-report.ts'

/** Ends as a research does. */
const lake = defineLoop({
  name: 'lake',
  run: async () => ({ answer: reportMarkdown(lakeReport), details: JSON.parse(JSON.stringify(lakeReport)) as Json }),
})

const silent = defineLoop({
  name: 'silent',
  run: () => {
    throw new Error('It broke.')
  },
})

const asking = defineLoop({ name: 'asking', run: (ctx) => ctx.askHuman('Which one?') })

/** A folder to work in, and a process there. */
function workplace(answer = '**Hello.**') {
  const folder = temporaryFolder()
  const over = processOver({ model: scriptedModel(says(answer)), loops: [lake, silent, asking], tools: [] })
  const gyre = async (...args: string[]) => {
    const host = new FakeHost({ cwd: folder })
    return { code: await over.gyre(host, ...args), out: host.out, err: host.err }
  }
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return { folder, gyre, read, store: over.store }
}

describe('`gyre run --out`', () => {
  it('writes the answer as it is, and prints where to', async () => {
    const { folder, gyre, read } = workplace()
    const { code, out, err } = await gyre('run', '--out', 'answer.txt', 'Hello?')
    expect([code, out]).toEqual([0, ''])
    expect(err).toMatch(/\nAnswer written to answer\.txt\.\nanswered · 1 step/)
    expect(read('answer.txt')).toBe('**Hello.**\n')
    expect(readdirSync(folder)).toEqual(['answer.txt'])
  })

  it('writes the report of a research with a plot beside it', async () => {
    const { folder, gyre, read } = workplace()
    const { out, err } = await gyre('run', '-l', 'lake', '-o', 'my (lake).md', 'Go')
    expect(out).toBe('')
    expect(err).toMatch(/^Report written to my \(lake\)\.md and my \(lake\)\.svg\.\n/)
    expect(readdirSync(folder)).toEqual(['my (lake).md', 'my (lake).svg'])
    expect(read('my (lake).svg')).toMatch(/^<svg /)
    expect(read('my (lake).md')).toBe(
      reportMarkdown(lakeReport).replace(
        '\n\n### Remarks',
        '\n\n![Gain and coverage](my%20%28lake%29.svg)\n\n### Remarks',
      ),
    )
  })

  it.each(['report.html', 'report.HTM'])('writes a page: %s', async (name) => {
    const { folder, gyre, read } = workplace()
    await gyre('run', '-l', 'lake', '--out', name, 'Go')
    expect(read(name)).toContain('<h2 id="section-1">Ferries</h2>')
    expect(readdirSync(folder)).toEqual([name])
  })

  it('writes a page of any answer', async () => {
    const { gyre, read } = workplace()
    await gyre('run', '--out', 'a.html', 'Hello <you>?')
    expect(read('a.html')).toContain('<p class="question">Hello &lt;you&gt;?</p>\n<p><strong>Hello.</strong></p>')
  })

  it('writes the whole result as JSON, and prints it when that is wanted, too', async () => {
    const { gyre, read } = workplace()
    const { out, err } = await gyre('run', '--json', '--out', 'a.json', 'Hello?')
    expect(JSON.parse(out)).toMatchObject({ loop: 'react', outcome: 'answered', answer: '**Hello.**' })
    expect(JSON.parse(read('a.json'))).toEqual(JSON.parse(out))
    expect(err).toBe('')
  })

  it('replaces a file, also behind a link', async () => {
    const { folder, gyre, read } = workplace()
    writeFileSync(join(folder, 'old.md'), 'something much longer than the answer')
    symlinkSync('old.md', join(folder, 'link.md'))
    await gyre('run', '-q', '--out', 'link.md', 'Hello?')
    expect(read('old.md')).toBe('**Hello.**\n')
  })

  it.each([
    ['none/a.md', 'file-unwritable', /there is no folder `.*none`\.$/],
    ['folder', 'file-unwritable', /it is a folder\.$/],
    ['file/a.md', 'file-unwritable', /`.*file` is no folder\.$/],
    ['/dev/null', 'file-unwritable', /it is no file\.$/],
    ['plot.md', 'file-unwritable', /plot\.svg` cannot be written: it is a folder\.$/],
    ['-', 'usage-invalid', /needs the name of a file/],
  ])('refuses %s before anything is begun', async (name, error, why) => {
    const { folder, gyre, store } = workplace()
    mkdirSync(join(folder, 'folder'))
    mkdirSync(join(folder, 'plot.svg'))
    writeFileSync(join(folder, 'file'), '')
    const { code, out } = await gyre('run', '--json', `--out=${name}`, 'Hello?')
    expect(code).toBe(2)
    expect(JSON.parse(out)).toMatchObject({ error: { code: error, message: expect.stringMatching(why) } })
    expect(await store.sessions.list({})).toEqual([])
  })

  it('prints the answer after all when it cannot be written any more, and says how to have it', async () => {
    const folder = join(temporaryFolder(), 'gone')
    mkdirSync(folder)
    const vanishing = defineLoop({
      name: 'vanishing',
      run: async () => {
        rmSync(folder, { recursive: true })
        return 'Still here.'
      },
    })
    const host = new FakeHost({ cwd: folder })
    const { gyre, store } = processOver({ model: scriptedModel(says('')), loops: [vanishing], tools: [] })
    expect(await gyre(host, '-q', '-l', 'vanishing', '--out', 'a.md', 'Go')).toBe(1)
    const [row] = await store.sessions.list({})
    expect(host.out).toBe('Still here.\n')
    expect(host.err).toBe(
      `Error: \`${join(folder, 'a.md')}\` cannot be written: there is no folder \`${folder}\`.\nFix: Write it elsewhere: gyre show ${row?.id} --out FILE\n`,
    )
  })

  it('has the text of a report written though its plot cannot be', async () => {
    const folder = temporaryFolder()
    const blocking = defineLoop({
      name: 'blocking',
      run: async () => {
        mkdirSync(join(folder, 'a.svg'))
        return { answer: reportMarkdown(lakeReport), details: JSON.parse(JSON.stringify(lakeReport)) as Json }
      },
    })
    const host = new FakeHost({ cwd: folder })
    const { gyre } = processOver({ model: scriptedModel(says('')), loops: [blocking], tools: [] })
    expect(await gyre(host, '-q', '-l', 'blocking', '--out', 'a.md', 'Go')).toBe(1)
    expect(readFileSync(join(folder, 'a.md'), 'utf8')).toContain('# Crossing the lake')
    expect(host.err).toContain('a.svg` cannot be written: it is a folder.')
  })

  it('writes nothing where there is no answer, but for programs', async () => {
    const { folder, gyre, read } = workplace()
    const { code, err } = await gyre('run', '-l', 'silent', '--out', 'a.md', 'Go')
    expect(code).toBe(1)
    expect(err).toContain('There is no answer: nothing was written to a.md.\n')
    await gyre('run', '-l', 'silent', '--out', 'a.json', 'Go')
    expect(readdirSync(folder)).toEqual(['a.json'])
    expect(JSON.parse(read('a.json'))).toMatchObject({ outcome: 'failed:loop-failed', answer: null })
  })

  it('says how to write the answer of a session that waits', async () => {
    const { gyre, folder, store } = workplace()
    const { code, err } = await gyre('run', '-l', 'asking', '--out', 'a.md', 'Go')
    const [row] = await store.sessions.list({})
    expect(code).toBe(4)
    expect(err).toContain(`When it has ended: gyre show ${row?.id} --out FILE\n`)
    expect(existsSync(join(folder, 'a.md'))).toBe(false)
  })
})

describe('`gyre show --out`', () => {
  it('writes the answer of an earlier session in another form', async () => {
    const { gyre, read } = workplace()
    await gyre('run', '-l', 'lake', 'Go')
    const { code, out, err } = await gyre('show', 'last', '--out', 'lake.html')
    expect([code, out, err]).toEqual([0, '', 'Report written to lake.html.\n'])
    expect(read('lake.html')).toContain('<h1>Crossing the lake</h1>')
  })

  it('is refused where a prompt is wanted', async () => {
    const { gyre, folder } = workplace()
    await gyre('run', 'Hello?')
    const { code, err } = await gyre('show', 'last', '--out', 'a.md', '--prompt', 'think#1')
    expect(code).toBe(2)
    expect(err).toContain('Give `--out` or `--prompt`, not both.')
    expect(readdirSync(folder)).toEqual([])
  })

  it('prints the session as well with --json', async () => {
    const { gyre, read } = workplace()
    await gyre('run', 'Hello?')
    const { out } = await gyre('show', 'last', '--json', '--out', 'a.md')
    expect(JSON.parse(out)).toMatchObject({ status: 'completed', answer: '**Hello.**' })
    expect(read('a.md')).toBe('**Hello.**\n')
  })

  it.each([
    ['asking', 'it has not ended yet'],
    ['silent', 'it ended `failed:loop-failed`'],
  ])('refuses a session without an answer: %s', async (loop, why) => {
    const { gyre, folder } = workplace()
    await gyre('run', '-l', loop, 'Go')
    const { code, err } = await gyre('show', 'last', '--out', 'a.md')
    expect(code).toBe(2)
    expect(err).toContain(`has no answer: ${why}.`)
    expect(readdirSync(folder)).toEqual([])
  })
})
