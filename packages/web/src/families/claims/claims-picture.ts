/** CRITIC as claims: each with the call that checks it, what was found, and what became of it. */
import type { Json } from '@gyre/core'
import { textOfAnswer } from '@gyre/core/view'
import type { Note, SessionLog } from '../../session/session-log.ts'
import { numberIn, objectOf } from '../loop/json-values.ts'
import { isThere, LoopPart, type StepAt } from '../loop/loop-part.ts'
import { type MadeCall, madeCall } from '../loop/made-call.ts'
import { type ReplyState, type SaidReply, saidAt } from '../loop/said-reply.ts'
import { type Corrected, correctedClaim, type Edit } from './corrected-claim.ts'
import { isSameInput, type JudgeBlock, judgeBlocks } from './judge-blocks.ts'

export type ClaimState =
  /** Its check is under way, or comes next. */
  | 'checking'
  /** Checked; what that means for the text is not settled yet. */
  | 'checked'
  | 'holds'
  | 'corrected'
  /** Nobody knows whether it holds: the check failed, or nobody drew a conclusion. */
  | 'unchecked'
  /** Not in the words of the draft, or without a tool that could check it. */
  | 'dropped'

export type ClaimRow = {
  /** By its place among those of its round. */
  readonly id: string
  readonly claim: string
  readonly state: ClaimState
  readonly check: MadeCall | null
  /** The check was made for another claim, or in an earlier round. */
  readonly isShared: boolean
  readonly why: string
  readonly corrected: Corrected | null
}

export type CritiqueRound = {
  readonly number: number
  readonly path: string
  readonly state: ReplyState
  /** Why the judge, or the revision, gave nothing that can be used. */
  readonly fault: string | null
  readonly claims: readonly ClaimRow[]
  readonly revision: { readonly path: string; readonly state: ReplyState } | null
  readonly before: string
  /** The text when the round was over; null before that. */
  readonly after: string | null
  /** The judge found nothing to check. */
  readonly isVerified: boolean
}

export type ClaimsPicture = {
  readonly draft: { readonly path: string; readonly loop: string; readonly state: ReplyState; readonly text: string }
  readonly rounds: readonly CritiqueRound[]
  readonly limit: number
  readonly text: string
  readonly holding: number
  readonly corrected: number
  readonly unchecked: number
  /** Why the text was not checked at all. */
  readonly uncheckedWhy: string | null
  readonly stop: string | null
  readonly gap: string | null
  readonly isOver: boolean
}

const usualRounds = 2

export function claimsPicture(log: SessionLog, base: string): ClaimsPicture {
  const part = new LoopPart(log, base)
  const draft = draftOf(log, part)
  const rounds = roundsOf(part, draft.text)
  const rows = latestRows(rounds)
  const count = (...states: readonly ClaimState[]) => rows.filter(({ state }) => states.includes(state)).length
  const { why } = objectOf(part.notes('unchecked').at(-1)?.value)
  const { stop } = part.end?.details ?? {}
  return {
    draft,
    rounds,
    limit: numberIn(part.config, 'maxCritiqueRounds', usualRounds),
    text: rounds.findLast(({ after }) => after !== null)?.after ?? draft.text,
    holding: count('holds'),
    corrected: count('corrected'),
    unchecked: count('unchecked', 'dropped'),
    uncheckedWhy: typeof why === 'string' ? why : null,
    stop: typeof stop === 'string' ? stop : null,
    gap: part.end?.gap ?? null,
    isOver: part.isOver,
  }
}

/** Of a claim that was checked in several rounds the last counts. */
function latestRows(rounds: readonly CritiqueRound[]): readonly ClaimRow[] {
  return [...new Map(rounds.flatMap(({ claims }) => claims.map((row) => [row.claim, row]))).values()]
}

function draftOf(log: SessionLog, part: LoopPart): ClaimsPicture['draft'] {
  const { path, done } = part.at('draft#1')
  const loop = loopOf(part, done?.fact.data['request'])
  if (done) {
    const { answer = null } = objectOf(done.fact.data['result'])
    const state = done.state === 'finished' ? 'finished' : done.state
    return { path, loop, state, text: answer === null ? '' : textOfAnswer(answer) }
  }
  const speaking = log.running.all.findLast((step) => step.path.startsWith(`${path}/`))
  return { path, loop, state: part.isOver ? 'not-made' : 'running', text: speaking?.text ?? '' }
}

function loopOf({ config }: LoopPart, request: Json | undefined): string {
  const { loop = objectOf(config['draft'])['loop'] } = objectOf(request)
  return typeof loop === 'string' ? loop : 'direct'
}

function roundsOf(part: LoopPart, draft: string): readonly CritiqueRound[] {
  const checks = part.all('check')
  const shown: MadeCall[] = []
  const rounds: CritiqueRound[] = []
  let verifies = 0
  let before = draft
  for (const [index, check] of checks.entries()) {
    const number = index + 1
    const within = windowOf(check, checks[index + 1])
    const group = verifyGroup(part, verifies + 1, within)
    if (group.length > 0) verifies += 1
    const round = new Round(part, { number, before, group, earlier: [...shown], within })
    shown.push(...round.calls)
    const picture = round.picture()
    rounds.push(picture)
    before = picture.after ?? before
  }
  return rounds
}

type Within = (note: Note) => boolean

/** What belongs to a round was written between its check and the next. */
function windowOf(check: StepAt, next: StepAt | undefined): Within {
  const from = check.done?.seq ?? Number.POSITIVE_INFINITY
  const to = next?.done?.seq ?? Number.POSITIVE_INFINITY
  return ({ seq }) => seq > from && seq < to
}

/** The checks of one round, which run side by side: some may be there before others. */
function verifyGroup(part: LoopPart, nth: number, within: Within): readonly StepAt[] {
  const { checked } = objectOf(part.notes('claims').find(within)?.value)
  const most = Array.isArray(checked) ? checked.length : 0
  const steps = Array.from({ length: most }, (_, index) => part.at(`verify#${nth}[${index}]`))
  return steps.filter(isThere)
}

type RoundGiven = {
  readonly number: number
  readonly before: string
  readonly group: readonly StepAt[]
  /** Checks of rounds before: an equal call is not made again. */
  readonly earlier: readonly MadeCall[]
  readonly within: Within
}

class Round {
  /** By the place of their claim. */
  readonly calls: readonly MadeCall[]
  readonly #part: LoopPart
  readonly #given: RoundGiven
  readonly #said: SaidReply | undefined
  readonly #revised: SaidReply | undefined
  readonly #edits: readonly Edit[] | undefined
  readonly #after: string | null
  readonly #ids: readonly unknown[]

  constructor(part: LoopPart, given: RoundGiven) {
    this.#part = part
    this.#given = given
    this.#said = saidAt(part.repaired(`check#${given.number}`))
    this.#revised = saidAt(part.repaired(`revise#${given.number}`))
    this.#edits = part.notes('edits').find(given.within)?.value as readonly Edit[] | undefined
    this.#after = this.#textAfter()
    this.#ids = given.group.map(({ done, running }) =>
      done ? objectOf(done.fact.data['request'])['id'] : running?.data['id'],
    )
    this.calls = given.group.map((step) => madeCall(part, step, { tool: '', input: null }))
  }

  picture(): CritiqueRound {
    const { number, before } = this.#given
    const revision = this.#part.at(`revise#${number}`)
    const claims = this.#claims()
    return {
      number,
      path: this.#part.at(`check#${number}`).path,
      state: this.#said?.state ?? 'running',
      fault: faultOf(this.#said) ?? faultOf(this.#revised),
      claims,
      revision: this.#revised ? { path: revision.path, state: this.#revised.state } : null,
      before,
      after: this.#after,
      isVerified: this.#said?.state === 'finished' && this.#said.fault === undefined && claims.length === 0,
    }
  }

  /** Each text is proposed as soon as it is there, by the number of its round. */
  #textAfter(): string | null {
    const proposed = this.#part.notes('proposal').filter(this.#given.within)
    const { answer } = objectOf(proposed.at(-1)?.value)
    if (typeof answer === 'string') return answer
    return this.#edits || (this.#part.isOver && this.#said?.state === 'finished') ? this.#given.before : null
  }

  #claims(): readonly ClaimRow[] {
    const { checked, notInDraft, withoutTool } = objectOf(this.#part.notes('claims').find(this.#given.within)?.value)
    const texts = textsIn(checked)
    const dropped = textsIn(notInDraft)
    const said = judgeBlocks(this.#said?.text ?? '').filter(({ claim }) => !dropped.includes(claim))
    const blocks = said.length === texts.length ? said : []
    return [
      ...texts.map((claim, index) => this.#row(claim, index, blocks[index])),
      ...dropped.map((claim, index) => droppedRow(`unquoted:${index}`, claim, 'Not in the words of the draft.')),
      ...textsIn(withoutTool).map((claim, index) =>
        droppedRow(`toolless:${index}`, claim, 'No tool was named that could check it.'),
      ),
    ]
  }

  #row(claim: string, index: number, block: JudgeBlock | undefined): ClaimRow {
    const own = this.calls[this.#ids.indexOf(`claim:${index}`)]
    const check = own ?? this.#sameCall(block)
    const corrected = correctedClaim(this.#given.before, claim, this.#edits ?? [])
    const shared = {
      id: `claim:${index}`,
      claim,
      check: check ?? null,
      isShared: own === undefined && check !== undefined,
      corrected,
    }
    return { ...shared, ...this.#fate(claim, check, { corrected, tool: block?.tool }) }
  }

  #sameCall(block: JudgeBlock | undefined): MadeCall | undefined {
    if (!block) return undefined
    const isSame = ({ tool, input }: MadeCall) => tool === block.tool && isSameInput(block.input, input)
    return [...this.#given.earlier, ...this.calls].findLast(isSame)
  }

  #fate(claim: string, check: MadeCall | undefined, { corrected, tool }: Fate): Pick<ClaimRow, 'state' | 'why'> {
    if (corrected) return { state: 'corrected', why: '' }
    if (!check) return this.#unmade(tool)
    if (check.state === 'running' || check.state === 'next' || check.state === 'waiting') {
      return { state: 'checking', why: '' }
    }
    if (check.state !== 'done') return { state: 'unchecked', why: check.text }
    return this.#settled(claim)
  }

  /** A call that nobody made: the tool changes the world, or its time has not come. */
  #unmade(tool: string | undefined): Pick<ClaimRow, 'state' | 'why'> {
    const isPast = this.#revised !== undefined || this.#part.isOver
    if (!isPast) return { state: 'checking', why: '' }
    const why = tool === undefined ? 'The check was not made.' : `Not made: ${tool} is not for checks.`
    return { state: 'unchecked', why }
  }

  /** What a check means is for the revision to say. */
  #settled(claim: string): Pick<ClaimRow, 'state' | 'why'> {
    const fault = faultOf(this.#revised)
    if (fault !== null) return { state: 'unchecked', why: `Checked, but nothing came of it: ${fault}` }
    if (this.#edits) return { state: 'holds', why: '' }
    if (this.#revised?.state !== 'finished' || this.#after === null) {
      return this.#part.isOver ? { state: 'unchecked', why: 'The loop ended before it was settled.' } : settling
    }
    if (this.#part.config['spanEdits'] !== false) {
      return { state: 'unchecked', why: 'Checked, but no revision came that can be used.' }
    }
    return this.#after.includes(claim) ? { state: 'holds', why: '' } : { state: 'corrected', why: 'Written again.' }
  }
}

type Fate = { readonly corrected: Corrected | null; readonly tool: string | undefined }

const settling = { state: 'checked', why: '' } as const

function droppedRow(id: string, claim: string, why: string): ClaimRow {
  return { id, claim, state: 'dropped', check: null, isShared: false, why, corrected: null }
}

function faultOf(said: SaidReply | undefined): string | null {
  if (!said) return null
  return said.fault === undefined ? (said.failure ?? null) : `it cannot be read: ${said.fault}`
}

function textsIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}
