import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tool } from '@gyre/core'
import { modelOf, type ScriptedReply, says } from '@gyre/core/testing'
import { describe, expect, it } from 'vitest'
import { task, plans as tasks } from '../../../../../test/support/experts-replies.ts'
import { book } from '../../../../../test/support/experts-runs.ts'
import { textsOf } from '../../../../../test/support/kernel.ts'
import { decides, lookUp, plans, rates, reasoning, requestAt, step } from '../../../../../test/support/reason-runs.ts'
import { done, goesOn, hotel } from '../../../../../test/support/waves-runs.ts'
import { SessionLab, sessionOf } from '../../../test/session-lab.ts'

const goal = 'When does the ferry leave?'

/** A poor step, a decision that is not sure, and a better step. */
const doubtful = () =>
  reasoning({
    'plan#1': plans(step('1'), step('2', '1')),
    'step#1/reason-step/evaluate#1': rates(1, {
      facts: ['A ferry is there.'],
      memory: 'Found a ferry.\nNo times yet.',
    }),
    'decide#1': decides('done', { confidence: 0.5, missing: 'the time' }),
    'plan#2': plans(step('3')),
  })

/** A place with a persona that waits for people when it does badly. */
async function watchful() {
  const model = doubtful()
  const lab = new SessionLab({ models: [model], tools: [lookUp] })
  const file = join(lab.folder, 'watchful.yaml')
  const breakpoints = 'breakpoints: [{ scoreBelow: 3 }, { onGap: true }]'
  writeFileSync(file, `name: watchful\nloop: reason\ntools: [web.search]\n${breakpoints}\n`)
  expect(await lab.gyre('personas', 'import', file)).toMatchObject({ code: 0 })
  return { model, lab }
}

const part = (out: string, title: string) => new RegExp(`\n${title}\n((?: +.*\n)+)`).exec(out)?.[1]

describe('break-points of a persona', () => {
  it('pause a session on a low score and on a gap; people see why, steer it and let it go on', async () => {
    const { lab, model } = await watchful()
    const id = sessionOf(1)
    const first = await lab.gyre('run', '-m', model.id, '-p', 'watchful', goal)
    expect(first.code).toBe(4)
    expect(first.err).toContain(
      `Session ${id} waits for you.\n‖ break-point: score 1 is below 3\n    gyre resume ${id}\n`,
    )

    const low = (await lab.gyre('show', 'last')).out
    expect(low).toContain('Status  paused, break-point: score 1 is below 3\n')
    expect(part(low, 'Plan')).toBe('  ✗ 1  Look 1 up.  [web.search]\n  ▸ 2  Look 2 up.  [web.search]  (after 1)\n')
    expect(part(low, 'Progress')).toBe('  scores  1.0\n  memory  Found a ferry.\n          No times yet.\n')
    expect((await lab.gyre('inbox')).out).toBe(
      `${id}  ${goal}\n  ‖ break-point: score 1 is below 3\n      gyre resume ${id}\n`,
    )

    await lab.gyre('steer', 'last', 'Look at the timetable.', '--wait', '0')
    const second = await lab.gyre('resume', 'last')
    expect(second.code).toBe(4)
    expect(second.err).toContain('→ done: Because of done.\n→ missing: the time\n')
    expect(second.err).toContain('‖ break-point: missing: the time\n')
    expect(textsOf(requestAt(model, 'decide#1'))).toContain('[USER GUIDANCE] Look at the timetable.')
    const gap = (await lab.gyre('show', 'last')).out
    expect(gap).toContain('Status  paused, break-point: missing: the time\n')
    expect(part(gap, 'Progress')).toContain(
      '  decision  done: Because of done. (by the model, 50 % sure)\n  gap  the time\n',
    )

    const last = await lab.gyre('resume', 'last')
    expect([last.code, last.out]).toEqual([0, 'It leaves at nine [1].\n\nSources:\n[1] web.search {"query":"1"}\n'])
    expect(last.err).toContain('→ scores: 1.0 → 4.0 improving\n')
    const shown = (await lab.gyre('show', 'last')).out
    expect(part(shown, 'Plan')).toBe('  ✗ 1  Look 1 up.  [web.search]\n  ✓ 3  Look 3 up.  [web.search]\n')
    expect(part(shown, 'Progress')).toContain('  scores  1.0 → 4.0 improving\n')
    expect(part(shown, 'Progress')).not.toContain('  gap  ')
  })

  it('are told of to who wants it quiet, too', async () => {
    const { lab, model } = await watchful()
    expect(await lab.gyre('run', '-q', '-m', model.id, '-p', 'watchful', goal)).toEqual({
      code: 4,
      out: '',
      err: `Session ${sessionOf(1)} waits for you.\n‖ break-point: score 1 is below 3\n    gyre resume ${sessionOf(1)}\n`,
    })
  })

  it('are in the JSON of a session with how far it is', async () => {
    const { lab, model } = await watchful()
    await lab.gyre('run', '-m', model.id, '-p', 'watchful', goal)
    expect(JSON.parse((await lab.gyre('show', 'last', '--json')).out)).toMatchObject({
      status: 'paused',
      progress: {
        scores: [1],
        notes: {
          score: { score: 1, quality: 'failed', step: '1' },
          'working-memory': { text: expect.stringContaining('Found a ferry.') },
        },
      },
      interventions: [{ action: 'pause', by: 'break-point', body: { reason: 'score 1 is below 3' }, state: 'applied' }],
    })
  })
})

describe('a plan that waits for agreement', () => {
  const hotelRun = () => {
    const replies = [
      goesOn({ id: 'dates', tool: 'calendar.holiday', args: { name: 'Hanukkah' } }),
      done({ id: 'free', tool: 'pms.rooms', args: { from: '2026-12-04', to: '2026-12-05' } }),
    ]
    const model = modelOf((_, { path }) => {
      if (path.startsWith('answer')) return { text: 'Yes, room 12.' }
      return replies[path.startsWith('plan-cache') ? 0 : 1] ?? done()
    })
    const { asked, tools } = hotel()
    return { asked, lab: new SessionLab({ models: [model], tools: [...tools] }) }
  }

  it('of waves is listed in the inbox, edited with tool and input, and carried out as edited', async () => {
    const { lab, asked } = hotelRun()
    const id = sessionOf(1)
    const run = [
      'run',
      '-m',
      'test/rule',
      '-l',
      'waves',
      '-c',
      'approve=true',
      '-c',
      'eager=false',
      '-c',
      'speculate=false',
    ]
    expect((await lab.gyre(...run, '--tools', 'calendar.*,pms.*', 'A room in Hanukkah?')).code).toBe(4)
    expect((await lab.gyre('inbox')).out).toBe(`${id}  A room in Hanukkah?
  ? Shall these calls be made?
    | dates. calendar.holiday(name: "Hanukkah")
      1  yes
      2  no
      gyre approve ${id}
      gyre reject ${id}
`)
    expect((await lab.gyre('show', 'last')).err).toContain(
      `    gyre approve ${id}\n    gyre reject ${id}\nChange the plan before you answer: gyre plan edit ${id} --editor\n`,
    )
    const plan = JSON.parse((await lab.gyre('plan', 'edit', 'last')).out) as readonly object[]
    const file = join(lab.folder, 'plan.json')
    writeFileSync(file, JSON.stringify([{ ...plan[0], input: { name: 'Purim' } }]))
    await lab.gyre('plan', 'edit', 'last', `@${file}`, '--wait', '0')
    expect((await lab.gyre('resume', 'last')).code).toBe(4)
    await lab.gyre('approve', 'last', '--wait', '0')
    expect((await lab.gyre('resume', 'last')).code).toBe(4)
    expect(asked).toEqual([{ tool: 'calendar.holiday', input: { name: 'Purim' } }])
    const { out } = await lab.gyre('show', 'last')
    expect(part(out, 'Plan')).toMatch(/^ {2}✓ dates {2}calendar\.holiday\(.*\)\n {2}▸ free {2}pms\.rooms\(.*\)\n$/)
    expect(part(out, 'Progress')).toBe('  stage  wave 1/5: Look it up.\n')
    await lab.gyre('answer', 'last', 'yes', '--wait', '0')
    expect(await lab.gyre('resume', 'last')).toMatchObject({ code: 0, out: 'Yes, room 12.\n' })
  })

  it('of reason takes steps with other tools and input, and says what is wrong with one that cannot be used', async () => {
    const model = reasoning({ 'plan#1': plans(step('1'), step('2', '1')) })
    const lab = new SessionLab({ models: [model], tools: [lookUp] })
    const run = ['run', '-m', model.id, '-l', 'reason', '-c', 'approve=true', '--tools', 'web.search']
    expect((await lab.gyre(...run, goal)).code).toBe(4)
    const file = join(lab.folder, 'plan.json')
    const edit = async (steps: readonly object[]) => {
      writeFileSync(file, JSON.stringify(steps))
      await lab.gyre('plan', 'edit', 'last', `@${file}`, '--wait', '0')
    }
    await edit([{ ...step('mine'), tool: 'shell.run' }])
    await edit([{ ...step('mine'), goal: 'Ask Ada.', input: { query: 'Ada' } }])
    const again = await lab.gyre('resume', 'last')
    expect(again.code).toBe(4)
    expect(again.err).toContain(
      '✗ plan rejected: the plan cannot be carried out: step `mine` names the tool `shell.run`',
    )
    await lab.gyre('answer', 'last', 'yes', '--wait', '0')
    expect((await lab.gyre('resume', 'last')).code).toBe(0)
    const { out } = await lab.gyre('show', 'last')
    expect(part(out, 'Plan')).toBe('  ✓ mine  Ask Ada.  [web.search]\n')
    expect(part(out, 'Interventions')).toMatch(
      /plan {2}rejected: plan-invalid: .*`shell\.run`[\s\S]*plan {2}applied at publish#2/,
    )
  })

  it('ends the session when it is refused, with why; a call that is refused is no step that is done', async () => {
    const model = reasoning({ 'plan#1': plans(step('1')) })
    const lab = new SessionLab({ models: [model], tools: [lookUp] })
    const run = ['run', '-m', model.id, '-l', 'reason', '--tools', 'web.search']
    expect((await lab.gyre(...run, '-c', 'approve=true', goal)).code).toBe(4)
    await lab.gyre('reject', 'last', '--wait', '0')
    const ended = await lab.gyre('resume', 'last')
    expect(ended.err).toMatch(/\nblocked · .*\nBlocked: a person refused the plan\.\n/)
    const { out } = await lab.gyre('show', 'last')
    expect(out).toContain('Status  failed, blocked: a person refused the plan\n')
    expect(part(out, 'Plan')).toBe('    1  Look 1 up.  [web.search]\n')
  })

  const asksFirst = { ...book, approval: 'always' } as const
  const booking = { tool: 'book', args: { room: '12' } }
  const planning = (plan: ScriptedReply) => modelOf((_, { path }) => (path.endsWith('plan#1') ? plan : says('No.')))

  it.each([
    ['waves', () => planning(done({ id: 'a', ...booking })), asksFirst, '  ✗ a  book(room: "12")\n'],
    ['experts', () => planning(tasks(task('a', 'Book it.', booking))), asksFirst, '  ✗ a  Book it.  [book]\n'],
    ['reason', () => reasoning(), { ...lookUp, approval: 'always' }, '  ✗ 1  Look 1 up.  [web.search]\n'],
  ] as const)('of %s has a mark for a step whose call was refused', async (loop, modelled, tool, shown) => {
    const model = modelled()
    const lab = new SessionLab({ models: [model], tools: [tool as Tool] })
    const run = ['run', '-m', model.id, '-l', loop, '--tools', tool.name, goal]
    expect((await lab.gyre(...run)).code).toBe(4)
    await lab.gyre('reject', 'last', 'No.', '--wait', '0')
    await lab.gyre('resume', 'last')
    expect(part((await lab.gyre('show', 'last')).out, 'Plan')).toBe(shown)
  })
})
