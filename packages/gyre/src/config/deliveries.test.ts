import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { direct, issuesError, type Loop } from '@gyre/core'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { configIssues } from './config-issues.ts'
import { effectiveConfig } from './effective-config.ts'

const loops = [direct] as readonly Loop[]
const faults = (deliveries: unknown) => {
  const issues = configIssues({ deliveries }, loops)
  return issues.length === 0 ? [] : issuesError('config-file-invalid', 'c', issues).message.split('\n')
}

const addressForm =
  'the address of a delivery is a text that begins with http:// or https:// and has no user name in it'

describe('the deliveries of a config', () => {
  it('may be webhooks, chats on Telegram and channels on Discord', () => {
    expect(
      faults({
        ops: { kind: 'webhook', url: 'https://ops.example.com/hook', secretFrom: 'OPS_SECRET' },
        other: { kind: 'webhook', urlFrom: 'OTHER_URL', allowLoopback: true },
        me: { kind: 'telegram', tokenFrom: 'TELEGRAM_TOKEN', chat: 12_345 },
        'team-1': { kind: 'telegram', tokenFrom: 'TELEGRAM_TOKEN', chat: '@team', baseUrl: 'http://bots.lan:8081' },
        team: { kind: 'discord', urlFrom: 'DISCORD_URL' },
      }),
    ).toEqual([])
  })

  it.each([
    [[], 'c: deliveries: deliveries are written as { name: { kind, … } }'],
    [
      { ops: 'https://x' },
      'c: deliveries.ops: a delivery is written as { kind, … }, where `kind` is webhook, telegram or discord',
    ],
    [
      { ops: { kind: 'webhook' } },
      'c: deliveries.ops.url: a webhook has an address: write `url`, or `urlFrom` with the variable that holds it',
    ],
    [{ ops: { kind: 'webhook', url: 'ops.example.com' } }, `c: deliveries.ops.url: ${addressForm}`],
    [{ ops: { kind: 'webhook', url: 'https://a:hunter22@b' } }, `c: deliveries.ops.url: ${addressForm}`],
    [
      { ops: { kind: 'webhook', url: 'https://a', secretFrom: 'whsec_hunter22/==' } },
      'c: deliveries.ops.secretFrom: write the name of the variable that holds the key, such as MY_API_KEY',
    ],
    [
      { me: { kind: 'telegram', tokenFrom: 'T', chat: 'me' } },
      'c: deliveries.me.chat: a chat is the number of one, or the @name of a channel',
    ],
  ])('with a fault, %j, are told what to write', (deliveries, line) => {
    expect(faults(deliveries)).toEqual([line])
  })

  it.each([
    [{ ops: { kind: 'slack' } }, 'deliveries.ops.kind'],
    [{ memory: { kind: 'discord', urlFrom: 'X' } }, 'which is not `memory`'],
    [{ 'a b': { kind: 'discord', urlFrom: 'X' } }, 'letters, digits'],
    [{ ops: { kind: 'discord', urlFrom: 'X', url: 'https://hunter22' } }, 'deliveries.ops.url'],
  ])('with a fault, %j, are told of %s', (deliveries, part) => {
    const said = faults(deliveries).join('\n')
    expect(said).toContain(part)
    expect(said).not.toContain('hunter22')
  })

  it('have secrets in the environment, which appear in no trace', async () => {
    const cwd = temporaryFolder()
    mkdirSync(cwd, { recursive: true })
    const deliveries = {
      ops: { kind: 'webhook', url: 'https://ops.example.com', secretFrom: 'OPS_SECRET' },
      me: { kind: 'telegram', tokenFrom: 'TELEGRAM_TOKEN', chat: 1 },
      team: { kind: 'discord', urlFrom: 'DISCORD_URL' },
      unset: { kind: 'discord', urlFrom: 'NOT_SET' },
    }
    writeFileSync(join(cwd, 'gyre.config.json'), JSON.stringify({ deliveries }))
    const env = {
      OPS_SECRET: 'whsec_0123456789',
      TELEGRAM_TOKEN: '12345:AAbbCCddEEff',
      DISCORD_URL: 'https://discord.com/api/webhooks/17/the-token-of-it',
    }
    const { runtime, deliveries: kept } = await effectiveConfig({ cwd, env, loops })
    expect(kept).toEqual(deliveries)
    expect(runtime.secrets).toEqual([
      'whsec_0123456789',
      '12345:AAbbCCddEEff',
      'https://discord.com/api/webhooks/17/the-token-of-it',
      'the-token-of-it',
    ])
  })
})
