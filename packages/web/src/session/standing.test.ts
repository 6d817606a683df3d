import { describe, expect, it } from 'vitest'
import { standingOf } from './standing.ts'

describe('how a session stands', () => {
  it.each([
    ['running', null, 'running', 'acc', true],
    ['planning', null, 'planning', 'acc', true],
    ['waiting', null, 'waits for you', 'wait', false],
    ['paused', null, 'paused', 'hold', false],
    ['queued', null, 'queued', 'idle', false],
    ['interrupted', null, 'interrupted', 'bad', false],
    ['completed', 'answered', 'answered', 'ok', false],
    ['completed', 'gap_open', 'gap open', 'wait', false],
    ['completed', 'limit:plan-steps', 'limit: plan steps', 'wait', false],
    ['failed', 'failed:model-auth', 'failed: the provider refused the key', 'bad', false],
    ['stuck', 'stuck:duplicate', 'stuck: the same call again and again', 'bad', false],
    ['stuck', 'stuck:given-up', 'stuck: it gave up', 'bad', false],
    ['completed', 'limit:calls', 'limit: model calls', 'wait', false],
    ['aborted', 'aborted', 'aborted', 'idle', false],
  ])('%s, ended as %s, is "%s"', (status, outcome, ...[word, tone, spins]) => {
    expect(standingOf(status, outcome)).toMatchObject({ word, tone, spins })
  })
})
