import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ratioTo, withRange } from '../../bench/figures.ts'
import { fileOf, isOurs, type Peer, peers, stores, versionOf, waysOn } from '../../bench/peers/catalogue.ts'
import { figureOf, ratiosOf } from '../../bench/peers/columns.ts'
import type { Series, Subject } from '../../bench/peers/entrant.ts'
import { isUpToDate } from '../../bench/peers/installation.ts'
import { parseOptions } from '../../bench/peers/options.ts'
import { report, withTables } from '../../bench/peers/report.ts'
import { contestant as raw } from '../../bench/raw.ts'
import { lookup, nextTurn, timed, type Workload } from '../../bench/scripted-task.ts'
import { markdownTable } from '../../scripts/reference/markdown-table.ts'
import { filesOf, read } from './repository.ts'

const twoWaves: Workload = { iterations: 2, width: 3, toolMs: 0 }

/** A loop by hand, which may change what the model is shown. */
async function loop(workload: Workload, shown: (results: string[]) => string[]): Promise<unknown> {
  const results: string[] = []
  for (;;) {
    const turn = await nextTurn(workload, shown(results).length)
    if (typeof turn === 'string') return turn
    for (const { q } of turn) results.push(await lookup(workload, q))
  }
}

const whole = (results: string[]) => results

describe('the scripted task', () => {
  it('accepts a run of every step, alone and many at once', async () => {
    await timed(twoWaves, (workload) => loop(workload, whole), { runs: 2 })
    await timed(twoWaves, async (workload) => raw.run?.(workload), { runs: 5, atOnce: true })
  })

  it('refuses a run that skips its steps', async () => {
    const skipping = timed(twoWaves, async () => 'done:6', { runs: 1 })
    await expect(skipping).rejects.toThrow('Calls are off: model 0 of 3, tool 0 of 6.')
  })

  it('refuses a run that asks the model twice', async () => {
    const repeating = async (workload: Workload) => {
      await nextTurn(workload, 0)
      return loop(workload, whole)
    }
    await expect(timed(twoWaves, repeating, { runs: 1 })).rejects.toThrow('model 4 of 3, tool 6 of 6')
  })

  it('refuses a run that calls a tool twice', async () => {
    const repeating = async (workload: Workload) => {
      await lookup(workload, 'item 0.0')
      return loop(workload, whole)
    }
    await expect(timed(twoWaves, repeating, { runs: 1 })).rejects.toThrow('model 3 of 3, tool 7 of 6')
  })

  it('refuses a run that drops a result', async () => {
    const dropping = timed(twoWaves, (workload) => loop(workload, (results) => results.slice(1)), { runs: 1 })
    await expect(dropping).rejects.toThrow('Wrong answer "done:8", not done:6.')
  })

  it('refuses a run that calls the tool with nothing, whatever becomes of the error', async () => {
    const careless = async (workload: Workload) => {
      await Promise.resolve()
        .then(() => lookup(workload, undefined as unknown as string))
        .catch(() => {})
      for (const results of [0, 3, 6]) await nextTurn(workload, results)
      for (let call = 0; call < 5; call++) await lookup(workload, 'item')
      return 'done:6'
    }
    await expect(timed(twoWaves, careless, { runs: 1 })).rejects.toThrow('model 3 of 3, tool 5 of 6')
  })

  it('refuses another answer', async () => {
    const short = timed(twoWaves, async () => 'done', { runs: 1 })
    await expect(short).rejects.toThrow('Wrong answer "done", not done:6.')
  })
})

const peerOf = (name: string) => peers.find((peer) => peer.name === name) as Peer
const rowOf = (name: string): Subject => ({ peer: peerOf(name), label: peerOf(name).label })

describe('the tables', () => {
  const [floor, gyre, other] = [rowOf('raw'), rowOf('gyre'), rowOf('mastra')]
  const series: Series = new Map([
    [floor, [1, 2, 4]],
    [gyre, [20, 20, 20]],
    [other, [100, 1400, 400]],
  ])

  it('have the median of the rounds, the least and the most', () => {
    expect(figureOf(series, other)).toBe('400.0 (100.0–1,400)')
    expect(withRange([12.34])).toBe('12.3')
    expect(figureOf(new Map(), other)).toBe('–')
  })

  it('have ratios of the same round, to the floor and to Gyre', () => {
    expect(ratiosOf(series, other)).toEqual(['100.0×', '20.0×'])
    expect(ratiosOf(series, floor)).toEqual(['1.00×', '0.10×'])
    expect(ratioTo(undefined, [1])).toBe('–')
  })

  it('compare on a store with the ways of which nothing more is said', () => {
    const [plain, impure] = waysOn('PostgreSQL', peerOf('gyre')).map((way) => ({ ...gyre, way }))
    expect(impure?.way.name).toBe('PostgreSQL, no tool pure')
    const onStore: Series = new Map([
      [impure as Subject, [30]],
      [plain as Subject, [10]],
    ])
    expect(ratiosOf(onStore, impure as Subject)).toEqual(['–', '3.00×'])
  })

  it('are Markdown with even columns', () => {
    expect(markdownTable(['', 'ms'], [['raw loop', '1.0']])).toBe(
      ['|          | ms  |', '| -------- | --- |', '| raw loop | 1.0 |'].join('\n'),
    )
  })

  it('come with the day, the rounds, the versions and who was left out', () => {
    const options = parseOptions(['--rounds=3', '--peers=raw,gyre,dbos'])
    const findings = { sections: ['A table'], leftOut: ['DBOS, PostgreSQL: refused'], date: new Date('2026-01-02') }
    const text = report(options, { ...findings, postgresVersion: '18.4', load: 0.25 })
    expect(text).toContain(`2026-01-02, Node ${process.version}, PostgreSQL 18.4, `)
    expect(text).toContain('cores, load 0.3 at the start, medians of 3 rounds (least–most)\n```')
    const versions = `gyre ${versionOf(peerOf('gyre'))}, @dbos-inc/dbos-sdk ${versionOf(peerOf('dbos'))}`
    expect(text).toContain(`Versions: ${versions}.\n\nA table\n\nLeft out:\n\n- DBOS, PostgreSQL: refused`)
  })

  it('have their place in the docs', () => {
    const page = 'before\n<!-- peers -->\nold\n<!-- end -->\nafter <!-- end -->'
    expect(withTables(page, 'new')).toBe('before\n<!-- peers -->\n\nnew\n\n<!-- end -->\nafter <!-- end -->')
    expect(() => withTables('no place', 'new')).toThrow('no `<!-- peers -->`')
    expect(withTables(read('docs/benchmarks.md'), 'new')).toContain('<!-- peers -->\n\nnew\n\n<!-- end -->')
  })
})

describe('the options', () => {
  it('are everything by seven rounds, or by one that is quick', () => {
    expect(parseOptions([])).toEqual({
      only: ['A', 'B', 'C', 'D', 'E'],
      peers,
      rounds: 7,
      isQuick: false,
      writes: false,
    })
    expect(parseOptions(['--quick'])).toMatchObject({ rounds: 1, isQuick: true, writes: false })
    expect(parseOptions(['--write'])).toMatchObject({ rounds: 7, isQuick: false, writes: true })
  })

  it('choose workloads and peers, in the order of the tables', () => {
    const { only, peers: chosen } = parseOptions(['--only=C,A', '--peers=langgraph,raw'])
    expect(only).toEqual(['A', 'C'])
    expect(chosen.map(({ name }) => name)).toEqual(['raw', 'langgraph'])
  })

  it('are refused when there is no such thing, or when a part would replace the whole', () => {
    expect(() => parseOptions(['--only=F'])).toThrow('--only has no `F`. There are: A, B, C, D, E.')
    expect(() => parseOptions(['--peers=nobody'])).toThrow('--peers has no `nobody`.')
    expect(() => parseOptions(['--rounds=0'])).toThrow('--rounds is a whole number from 1 on.')
    expect(() => parseOptions(['--fast'])).toThrow('There is no option `fast`.')
    expect(() => parseOptions(['--write', '--only=A'])).toThrow('--write is for a run of everything')
    expect(() => parseOptions(['--write', '--quick'])).toThrow('--write is for whole rounds')
  })
})

describe('the peers', () => {
  const manifest = JSON.parse(read('bench/peers/package.json')) as { dependencies: Record<string, string> }

  it('have a file, and a version that is exact', () => {
    expect(peers.filter((peer) => !existsSync(fileOf(peer)))).toEqual([])
    const theirs = peers.filter((peer) => !isOurs(peer))
    expect(theirs.filter((peer) => !/^\d+\.\d+\.\d+$/.test(versionOf(peer) ?? ''))).toEqual([])
    expect(Object.values(manifest.dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  it('name their ways as their modules do', () => {
    for (const peer of peers) {
      const [source = ''] = filesOf(`bench/${peer.file.replace('../', '').replace('./', 'peers/')}`).map(read)
      const known = [...source.matchAll(/^ {4}'?([\w ,]+?)'?: (?:\(place\) =>|onPostgres)|durable: \{ (\w+):/gm)]
      expect([peer.name, peer.ways.map(({ name }) => name).sort()]).toEqual([
        peer.name,
        known.map((match) => match[1] ?? match[2]).sort(),
      ])
      expect(stores.flatMap((store) => waysOn(store, peer))).toHaveLength(peer.ways.length)
    }
  })

  it('are locked without a word of a registry, and bring no Node of their own', () => {
    const lock = read('bench/peers/package-lock.json')
    expect(lock).not.toContain('"resolved"')
    expect(Object.keys((JSON.parse(lock) as { packages: object }).packages)).not.toContain('node_modules/node')
    expect((JSON.parse(lock) as { packages: Record<string, unknown> }).packages['']).toMatchObject({
      dependencies: manifest.dependencies,
    })
  })

  it('are installed again when the lock says something else, not for what is optional', () => {
    const lock = {
      packages: {
        '': {},
        'node_modules/a': { version: '1.0.0' },
        'node_modules/b': { version: '1.0.0', optional: true },
      },
    }
    const installed = (a: string | undefined) => ({ packages: a ? { 'node_modules/a': { version: a } } : {} })
    expect(
      [installed('1.0.0'), installed('1.1.0'), installed(undefined)].map((each) => isUpToDate(lock, each)),
    ).toEqual([true, false, false])
  })
})
