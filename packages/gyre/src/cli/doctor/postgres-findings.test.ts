import { describe, expect, it } from 'vitest'
import type { Finding } from './finding.ts'
import type { PostgresFacts } from './postgres-facts.ts'
import { postgresFindings } from './postgres-findings.ts'

const worker = {
  name: 'w1',
  version: '0.1.0',
  loops: ['react@2', 'cot@1'],
  concurrency: 20,
  running: 3,
  isDraining: false,
  leftAlone: {},
}

const well: PostgresFacts = {
  address: 'postgres://gyre@db/gyre',
  version: '17.2',
  roundTripMs: 0.4321,
  format: '1',
  key: { noted: 'k1', own: 'k1' },
  vectors: { installed: '0.8.1', isAvailable: true },
  isHeard: true,
  clockAheadMs: -3.4,
  sessions: 12,
  running: 3,
  bytes: 12_345_678,
  workers: [worker],
  queued: [],
  later: 0,
  setAside: [],
}

function found(check: string, facts: Partial<PostgresFacts>): readonly Finding[] {
  return postgresFindings({ ...well, ...facts }).filter((finding) => finding.check === check)
}

describe('what is found of a PostgreSQL', () => {
  it('is that all is well', () => {
    expect(postgresFindings(well).map(({ check, level, message }) => [check, level, message])).toEqual([
      ['store', 'ok', 'postgres://gyre@db/gyre, PostgreSQL 17.2, format 1, answers in 0.43 ms'],
      ['signing key', 'ok', 'k1, the same for every process'],
      ['vectors', 'ok', 'searched by pgvector 0.8.1'],
      ['notifications', 'ok', 'heard'],
      ['clock', 'ok', '3 ms from that of the server'],
      ['sessions', 'ok', '12 sessions, 3 running'],
      ['workers', 'ok', '1 worker (1 of 0.1.0), 3 of 20 places taken'],
      ['queue', 'ok', 'nothing waits'],
      ['set aside', 'ok', 'no session'],
      ['database size', 'ok', '12.3 MB'],
    ])
  })

  it.each<[string, Partial<PostgresFacts>, Omit<Finding, 'check'>]>([
    [
      'store',
      { roundTripMs: 31 },
      {
        level: 'note',
        message: 'postgres://gyre@db/gyre, PostgreSQL 17.2, format 1, answers in 31 ms: every step waits for it.',
        fix: 'Run workers near the database.',
      },
    ],
    [
      'signing key',
      { key: { noted: 'k2', own: 'k1' } },
      {
        level: 'fault',
        message: 'This process signs with k1, others with k2.',
        fix: 'Give every process the same GYRE_KEY, or the same file `key` in its data folder.',
      },
    ],
    [
      'vectors',
      { vectors: { installed: null, isAvailable: true } },
      {
        level: 'note',
        message: 'compared one by one, which is exact, and slow with many documents',
        fix: 'Let somebody who may run there: CREATE EXTENSION vector',
      },
    ],
    [
      'notifications',
      { isHeard: false },
      {
        level: 'fault',
        message: 'What processes tell each other is not heard: sessions begin and news come seconds late.',
        fix: 'Let GYRE_DATABASE_URL lead to PostgreSQL itself, or to a pooler that pools sessions, not transactions.',
      },
    ],
    [
      'clock',
      { clockAheadMs: 125_000 },
      {
        level: 'note',
        message: 'The clock of this machine is 2 m behind that of the server.',
        fix: 'Have both machines set their clocks by NTP.',
      },
    ],
    [
      'workers',
      { workers: [] },
      { level: 'note', message: 'nobody runs sessions that wait', fix: 'Begin: gyre worker, or gyre serve' },
    ],
    [
      'workers',
      { workers: [worker, { ...worker, name: 'w2', version: '0.2.0', running: 0, isDraining: true }] },
      {
        level: 'note',
        message: '2 workers (1 of 0.1.0, 1 of 0.2.0), 3 of 40 places taken, 1 about to end',
        fix: 'Fine while you upgrade; after it, end those of the older version.',
      },
    ],
    [
      'set aside',
      { setAside: ['ses_1', 'ses_2'] },
      {
        level: 'note',
        message: '2 sessions whose worker died again and again, such as ses_1',
        fix: 'Look at it, then let it go on: gyre show ses_1; gyre resume ses_1',
      },
    ],
  ])('tells of %s with %j', (check, facts, finding) => {
    expect(found(check, facts)).toEqual([{ check, ...finding }])
  })

  it('counts sessions that wait for their time apart', () => {
    expect(found('queue', { later: 3 })).toMatchObject([
      { level: 'ok', message: 'nothing waits for a worker, 3 sessions for their time' },
    ])
    const queued = [{ loop: 'react', loopVersion: 2, sessions: 1, longestWaitMs: 5000 }]
    expect(found('queue', { later: 3, queued })).toMatchObject([
      { level: 'ok', message: '1 session waiting, one for 5 s; 3 more for their time' },
    ])
  })

  it('tells of a queue that nobody works on', () => {
    const queued = [{ loop: 'react', loopVersion: 2, sessions: 2, longestWaitMs: 5000 }]
    expect(found('workers', { workers: [], queued })).toMatchObject([
      { level: 'fault', message: 'Nobody runs the sessions that wait.', fix: 'Begin: gyre worker' },
    ])
    expect(found('loops', { workers: [], queued })).toEqual([])
    expect(found('queue', { queued })).toMatchObject([{ level: 'ok', message: '2 sessions waiting, one for 5 s' }])
    const long = [{ loop: 'react', loopVersion: 2, sessions: 1, longestWaitMs: 90_000 }]
    expect(found('queue', { queued: long })).toMatchObject([
      { level: 'note', message: '1 session waiting, one for 1 m' },
    ])
  })

  it('tells which loops no worker has, and of which there is another version', () => {
    const queued = [
      { loop: 'react', loopVersion: 1, sessions: 4, longestWaitMs: 0 },
      { loop: 'cot', loopVersion: 1, sessions: 1, longestWaitMs: 0 },
      { loop: 'own', loopVersion: 3, sessions: 2, longestWaitMs: 0 },
    ]
    expect(found('loops', { queued })).toEqual([
      {
        check: 'loops',
        level: 'fault',
        message: 'No worker knows own@3 (2).',
        fix: 'Start a worker with the config that has these loops.',
      },
      {
        check: 'loops',
        level: 'note',
        message: 'Of react@1 (4) workers have another version.',
        fix: 'Start a worker of the version they began with.',
      },
    ])
    const draining = [{ ...worker, isDraining: true }]
    expect(found('loops', { queued, workers: draining })).toMatchObject([
      { message: 'No worker knows react@1 (4), cot@1 (1), own@3 (2).' },
    ])
  })

  it('tells which sessions all workers leave to others, and what they lack', () => {
    const queued = [{ loop: 'react', loopVersion: 2, sessions: 3, longestWaitMs: 0 }]
    const lacks = 'The session needs the tool `nap`, which is not here.'
    const [one, other] = [
      { ...worker, leftAlone: { ses_1: lacks, ses_2: lacks, ses_3: 'No key.' } },
      { ...worker, name: 'w2', leftAlone: { ses_2: 'No key.', ses_3: 'No key.' } },
    ]
    const fix = 'Start a worker that has what is missing: the config, the tools, the provider keys.'
    const message = `No worker can run 2 sessions, such as ses_2: ${lacks}`
    expect(found('left alone', { queued, workers: [one, other] })).toEqual([
      { check: 'left alone', level: 'fault', message, fix },
    ])
    expect(found('left alone', { queued, workers: [one, worker] })).toEqual([])
    expect(found('left alone', { queued, workers: [{ ...worker, isDraining: true }, one] })).toMatchObject([
      { message: `No worker can run 3 sessions, such as ses_1: ${lacks}` },
    ])
    expect(found('left alone', { queued: [], workers: [one] })).toEqual([])
  })
})
