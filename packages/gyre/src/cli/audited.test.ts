import { verifyAuditLog } from '@gyre/core'
import { scriptedModel } from '@gyre/core/testing'
import { memoryStore } from '@gyre/stores/memory'
import { expect, it } from 'vitest'
import { FakeHost } from '../../test/fake-host.ts'
import { processOver } from '../../test/fake-place.ts'

it('the audit log tells what was changed from the command line, and of nothing that was not', async () => {
  const store = memoryStore()
  const { gyre } = processOver({ model: scriptedModel(), store })
  const typed = async (line: string, input = '') => {
    const host = new FakeHost({ input })
    expect([line, await gyre(host, ...line.split(' ')), host.err]).toMatchObject([line, 0, expect.any(String)])
  }
  await typed('settings set default_loop cot')
  await typed('settings set default_loop direct')
  await typed('settings rollback default_loop')
  await typed('settings promote default_loop 2')
  await typed('settings unset default_loop')
  await typed('settings import -', '{ "default_loop": "cot" }')
  await typed('personas save -', 'name: careful\nloop: cot\n')
  await typed('personas save -', 'name: careful\nloop: cot\n')
  await typed('personas save -', 'name: careful\nloop: direct\n')
  await typed('personas rollback careful')
  await typed('personas promote careful 2')
  await typed('personas rollout careful --arm v1=1 --arm v2=1')
  await typed('personas rollout careful')
  await typed('personas rollout careful --off')
  await typed('personas remove careful')
  await typed('prompts set cot.system {form}Think.')
  await typed('prompts set cot.system {form}Muse.')
  await typed('prompts rollback cot.system')
  await typed('prompts promote cot.system 2')
  await typed('prompts import -', '{ "cot.system": "{form} Dream." }')
  await typed('tools breaker reset pay')
  await typed('tools breaker')
  await typed('settings')
  const entries = await store.auditLog.list({})
  expect(new Set(entries.map(({ owner, actor }) => `${owner} ${actor}`))).toEqual(new Set(['local local']))
  expect(entries.map(({ action, target, data }) => `${action} ${target} ${JSON.stringify(data)}`)).toEqual([
    'setting.set default_loop {"version":1}',
    'setting.set default_loop {"version":2}',
    'setting.rolled-back default_loop {"version":1}',
    'setting.rolled-back default_loop {"version":2}',
    'setting.unset default_loop null',
    'setting.set default_loop {"version":4}',
    'persona.saved careful {"version":1}',
    'persona.saved careful {"version":2}',
    'persona.rolled-back careful {"version":1}',
    'persona.rolled-back careful {"version":2}',
    'rollout.saved careful {"version":1}',
    'rollout.removed careful null',
    'persona.removed careful null',
    'prompt.saved cot.system {"version":1}',
    'prompt.saved cot.system {"version":2}',
    'prompt.rolled-back cot.system {"version":1}',
    'prompt.rolled-back cot.system {"version":2}',
    'prompt.saved cot.system {"version":3}',
    'breaker.reset pay null',
  ])
  expect(await verifyAuditLog(entries, store.keys)).toMatchObject({ ok: true, rows: entries.length })
})
