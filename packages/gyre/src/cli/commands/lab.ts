/** `gyre lab`: whether each loop reaches what arithmetic says it must. */
import { beyondSuite, measureArm, suite } from '@gyre/lab'
import { memoryStore } from '@gyre/stores'
import { labRun } from '../lab/lab-run.ts'
import type { RunWebs } from '../lab/web-lab-run.ts'

/** The tools of the web and an embedder are only needed here. */
const runWebs: RunWebs = async (options) => {
  const [{ runWebLab }, { hashedEmbedder }] = await Promise.all([
    import('@gyre/lab/web'),
    import('@gyre/knowledge/lexical'),
  ])
  return runWebLab({ ...options, store: memoryStore, embedder: hashedEmbedder() })
}

export const lab = labRun({ suite, beyondSuite, measure: measureArm({ store: memoryStore }), runWebs })
