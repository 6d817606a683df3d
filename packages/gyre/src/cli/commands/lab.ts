/** `gyre lab`: whether each loop reaches what arithmetic says it must. */
import { beyondSuite, labJson, measureArm, suite } from '@gyre/lab'
import { memoryStore } from '@gyre/stores'
import { type KeepReport, labRun } from '../lab/lab-run.ts'
import type { RunWebs } from '../lab/web-lab-run.ts'
import { keepFound, unopenedFolder } from '../output/kept-result.ts'

/** The tools of the web and an embedder are only needed here. */
const runWebs: RunWebs = async (options) => {
  const [{ runWebLab }, { hashedEmbedder }] = await Promise.all([
    import('@gyre/lab/web'),
    import('@gyre/knowledge/lexical'),
  ])
  return runWebLab({ ...options, store: memoryStore, embedder: hashedEmbedder() })
}

const keep: KeepReport = (call, title, report) =>
  keepFound(call, () => unopenedFolder(call), { kind: 'lab', title, owner: null, report: labJson(report) })

export const lab = labRun({ suite, beyondSuite, measure: measureArm({ store: memoryStore }), runWebs, keep })
