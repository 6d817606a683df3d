/** A session as it is seen: folds of its facts that run wherever facts are read, in a browser as well. */

export { fixOf } from '../errors.ts'
export { textOfAnswer } from '../kernel/answer-text.ts'
export { type FactEvent, isFact, type SessionEvent } from '../kernel/events.ts'
export { SessionView } from '../kernel/session-view.ts'
export { isAnswer } from '../telling/answers.ts'
export { progressText } from '../telling/call-news.ts'
export { type FinishedStep, finishedStep, isShown, isWrapUp, stepName } from '../telling/finished-step.ts'
export { PlanHistory } from '../telling/plan-history.ts'
export { type Fate, type PlannedStep, stepsIn } from '../telling/planned-step.ts'
export { type ReasonNote, reasonIn, reasonText } from '../telling/reason-note.ts'
export { rejectionReason } from '../telling/rejection-reason.ts'
export { UsedInputs } from '../telling/used-inputs.ts'
