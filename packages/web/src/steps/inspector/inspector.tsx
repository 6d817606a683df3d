/** One step, whole: what was sent, what came back, what became of it. */
import type { RefObject } from 'react'
import { useMay } from '../../api/me.ts'
import type { SessionLog, Step } from '../../session/session-log.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { count, duration, money, plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { attemptsOf, cachedTokensOf } from '../step-facts.ts'
import { lookOf } from '../step-kinds.ts'
import type { StepNode } from '../step-tree.ts'
import { NotesSection } from './notes-section.tsx'
import { FailureSection, InterventionLine, PeopleSection } from './people-section.tsx'
import { PromptSection } from './prompt-section.tsx'
import { GrowingSection, ReplySection, ThenSection } from './reply-section.tsx'
import { ToolSection, ValueSection } from './tool-section.tsx'

export type InspectorProps = {
  readonly log: SessionLog
  readonly node: StepNode | undefined
  readonly onSelect: (path: string) => void
  readonly onMove: (by: 1 | -1) => void
  readonly onFork: (step: Step, isRerun: boolean) => void
  readonly onClose: () => void
  readonly focusRef: RefObject<HTMLElement | null>
}

export function Inspector(props: InspectorProps) {
  const { log, node, onSelect, focusRef } = props
  if (!node) {
    return (
      <section className="card insp none" aria-label="Step">
        <Empty title="No step is selected">Choose one to see its prompt, its reply and what it cost.</Empty>
      </section>
    )
  }
  const { step, running, intervention } = node
  return (
    <section className="card insp" aria-label="Step" ref={focusRef} tabIndex={-1}>
      <Head {...props} node={node} />
      {step && <FailureSection step={step} />}
      {step?.kind === 'generate' && <PromptSection log={log} step={step} onSelect={onSelect} />}
      {running && <GrowingSection running={running} />}
      {step && <Matter log={log} step={step} onSelect={onSelect} />}
      {step && <NotesSection log={log} step={step} />}
      {intervention ? (
        <section>
          <InterventionLine intervention={intervention} />
        </section>
      ) : (
        <PeopleSection log={log} path={node.path} />
      )}
    </section>
  )
}

type MatterProps = {
  readonly log: SessionLog
  readonly step: Step
  readonly onSelect: (path: string) => void
}

function Matter({ log, step, onSelect }: MatterProps) {
  const { kind, fact } = step
  if (kind === 'tool') return <ToolSection step={step} />
  if (kind === 'generate') {
    return (
      <>
        <ReplySection step={step} />
        <ThenSection log={log} step={step} onSelect={onSelect} />
      </>
    )
  }
  const { request, result } = fact.data
  return (
    <>
      <ValueSection title="Asked" value={request} />
      <ValueSection
        title="Result"
        value={kind === 'embed' ? `${Array.isArray(result) ? result.length : 0} vectors` : result}
      />
    </>
  )
}

function Head({ node, onSelect, onMove, onFork, onClose }: InspectorProps & { readonly node: StepNode }) {
  const { icon, tint, word } = lookOf(node)
  return (
    <div className="in insp-head">
      <div className="row">
        <span className={`k-${tint}`}>
          <Icon name={icon} />
          <span className="vh">{word}</span>
        </span>
        <Crumbs node={node} onSelect={onSelect} />
        <span className="sp" />
        <Button look="ghost" mini icon="up" label="Previous step (K)" onClick={() => onMove(-1)} />
        <Button look="ghost" mini icon="below" label="Next step (J)" onClick={() => onMove(1)} />
        <span className="only-phone">
          <Button look="ghost" mini icon="x" label="Close" onClick={onClose} />
        </span>
      </div>
      {node.step ? <CostLine step={node.step} /> : <SpanLine node={node} />}
      {node.step && <Actions step={node.step} onFork={onFork} />}
    </div>
  )
}

/** Its path; what holds it can be gone to. */
function Crumbs({ node, onSelect }: { readonly node: StepNode; readonly onSelect: (path: string) => void }) {
  const above: StepNode[] = []
  for (let at = node.parent; at?.parent; at = at.parent) if (at.type !== 'group') above.unshift(at)
  return (
    <span className="path crumbs" title={node.path}>
      {above.map(({ path, label }) => (
        <span key={path}>
          <button type="button" className="step-link" onClick={() => onSelect(path)}>
            {label}
          </button>
          /
        </span>
      ))}
      <b>{node.intervention ? node.intervention.action : node.label}</b>
    </span>
  )
}

function CostLine({ step }: { readonly step: Step }) {
  const { seq, model, tool, inputTokens, outputTokens, costUsd, ms, kind } = step
  const cached = cachedTokensOf(step)
  return (
    <div className="meta">
      <span>
        Row <b className="num">{count(seq)}</b>
      </span>
      {(model ?? tool) !== null && <b>{model ?? tool}</b>}
      {kind === 'generate' && (
        <span className="num">
          <b>{count(inputTokens)}</b> in, <b>{count(outputTokens)}</b> out
          {cached > 0 ? `, ${count(cached)} cached` : ''}
        </span>
      )}
      {kind === 'generate' && <b className="num">{money(costUsd)}</b>}
      <span>{plural(attemptsOf(step), 'attempt')}</span>
      <span className="num">{duration(ms)}</span>
    </div>
  )
}

/** What has no record of its own, or none yet. */
function SpanLine({ node: { children, startedAt, endedAt, running, type } }: { readonly node: StepNode }) {
  if (type === 'person') return null
  return (
    <div className="meta">
      <span>{running ? 'running' : 'holds other steps'}</span>
      {children.length > 0 && <span>{plural(children.length, 'part')}</span>}
      {endedAt > startedAt && <span className="num">{duration(endedAt - startedAt)}</span>}
    </div>
  )
}

type ActionsProps = { readonly step: Step; readonly onFork: InspectorProps['onFork'] }

function Actions({ step, onFork }: ActionsProps) {
  const may = useMay('user')
  const why = may ? undefined : 'Your role may look, and not start sessions.'
  const copyLink = () => {
    const { origin, pathname } = location
    return copyText(`${origin}${pathname}?step=${encodeURIComponent(step.path)}`)
  }
  const isRunAgain = step.kind === 'generate' || step.kind === 'tool'
  return (
    <div className="row wrap">
      <Button mini icon="fork" disabled={!may} title={why} keys="F" onClick={() => onFork(step, false)}>
        Fork here
      </Button>
      {isRunAgain && (
        <Button mini icon="replay" disabled={!may} title={why} onClick={() => onFork(step, true)}>
          Run again
        </Button>
      )}
      <Button mini look="ghost" icon="link" onClick={() => void copyLink()}>
        Copy link
      </Button>
    </div>
  )
}
