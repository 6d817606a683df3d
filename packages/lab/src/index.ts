/** A lab for the loops: what they reach with a model whose error rates are stated, and on data sets of your own. */
export type { Amount, Arm, Claim, Measurement } from './claim.ts'
export { type Competence, competence, faultless } from './competence.ts'
export { type JudgeVerdict, judgeGoal, verdictSchema } from './eval/judge.ts'
export type { ArmPair } from './eval/pairs.ts'
export { type ReadTasksOptions, readTasks, type TaskFile } from './eval/read-tasks.ts'
export { escaped } from './eval/report/markup.ts'
export { type ReportPage, reportPage } from './eval/report/page.ts'
export { accuracyPlot } from './eval/report/plot.ts'
export type { EvalArm, EvalResult, Verdict } from './eval/result.ts'
export { answeredText, scoreAnswer } from './eval/score.ts'
export { type Amounts, type ArmSummary, type EvalSummary, summarise } from './eval/summary.ts'
export { type EvalTask, isScorerName, type ScorerName, scorerNames, type Tolerance } from './eval/task.ts'
export type { TaskShape } from './eval/task-shape.ts'
export { type Judgement, judgeClaims } from './gate/judge-claims.ts'
export type { Row, Total, Verdict as RowVerdict } from './gate/row.ts'
export { type MeasureArmOptions, measureArm } from './measure-arm.ts'
export { labJson } from './report/lab-json.ts'
export { labPage } from './report/lab-page.ts'
export { labPlot } from './report/lab-plot.ts'
export { type LabTable, labNotice, labTable } from './report/lab-table.ts'
export {
  type LabOptions,
  type LabProgress,
  type LabReport,
  type Measure,
  type MeasureOptions,
  runLab,
  type Suite,
} from './run-lab.ts'
export { type SimulatedCall, type SimulatedModelOptions, simulatedModel } from './simulated-model.ts'
export type { Latencies } from './simulation/latency.ts'
export type { Timing } from './simulation/timing.ts'
export { type Interval, wilson } from './statistics/wilson.ts'
export { beyondSuite } from './suite/beyond-suite.ts'
export { suite } from './suite/suite.ts'
export { type ChainOptions, chain } from './tasks/chain.ts'
export { claimSheet } from './tasks/claim-sheet.ts'
export { deadEnd } from './tasks/dead-end.ts'
export { type FanOutOptions, fanOut } from './tasks/fan-out.ts'
export { gameOf24 } from './tasks/game-of-24/game-of-24.ts'
export { type HopsOptions, hops } from './tasks/hops.ts'
export { slots } from './tasks/slots.ts'
export type { LabTask, TaskFamily } from './tasks/task-family.ts'
