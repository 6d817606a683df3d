/** Traces by OpenTelemetry: a session is one trace, with a span for every model call, tool call and loop inside it. */
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace'
import { demoModel, open } from 'gyre'
import { sessionTelemetry } from 'gyre/telemetry'
import { mathToolbox } from 'gyre/tools'

// In your program: the processors and exporters it has already. Here spans are kept, to be shown.
const exporter = new InMemorySpanExporter()
const telemetry = await sessionTelemetry({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })

const runtime = open({ model: demoModel, onRun: telemetry.onRun })
const { tools } = mathToolbox()
const session = await runtime.start('plan-execute', 'What is (17 * 6 + 14) / 4?', { tools })
console.log((await session.outcome).answer)
await runtime.close()
// Everything was told and flushed after this.
await telemetry.close()

const spans = exporter.getFinishedSpans()
function show(parent: string | undefined, indent: string): void {
  for (const span of spans.filter((each) => each.parentSpanContext?.spanId === parent)) {
    console.log(`${indent}${span.name}: ${span.attributes['gyre.step.path'] ?? span.attributes['gyre.outcome']}`)
    show(span.spanContext().spanId, `${indent}  `)
  }
}
show(undefined, '')

// Prints:
// (17 * 6 + 14) / 4 = 29
// invoke_workflow plan-execute: answered
//   plan plan-execute: plan#1
//     chat rules: plan#1
//   invoke_agent react: step#1
//     chat rules: step#1/react/think#1
//     execute_tool math.calculate: step#1/react/act#1[0]
//     chat rules: step#1/react/think#2
//   invoke_agent react: step#2
//     chat rules: step#2/react/think#1
//     execute_tool math.calculate: step#2/react/act#1[0]
//     chat rules: step#2/react/think#2
//   invoke_agent react: step#3
//     chat rules: step#3/react/think#1
//     execute_tool math.calculate: step#3/react/act#1[0]
//     chat rules: step#3/react/think#2
//   chat rules: synthesise#1
