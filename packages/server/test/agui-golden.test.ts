import { calls, says, scriptedModel } from '@gyre/core/testing'
import { demoModel } from '@gyre/models'
import { describe, expect, it } from 'vitest'
import { AguiEncoder } from '../src/agui/encoder.ts'
import { type ToldSession, toldSession, transcript } from './support/told-session.ts'

function events({ session, moments }: ToldSession): string {
  const encoder = new AguiEncoder({ threadId: 'thread', runId: 'run', session, messages: [] })
  return transcript(session, [...encoder.start(), ...moments.flatMap((moment) => encoder.encode(moment))])
}

describe('a run of AG-UI', () => {
  it('of react is thoughts, a call and an answer', async () => {
    const model = scriptedModel(calls('math.calculate', { expression: '17 * 6' }, 'I calculate.'), says('It is 102.'))
    expect(events(await toldSession('react', 'What is 17 * 6?', model))).toMatchInlineSnapshot(`
      "RUN_STARTED {"threadId":"thread","runId":"run","protocolVersion":"1.0"}
      STATE_SNAPSHOT {"snapshot":{"session":"SES","goal":"What is 17 * 6?","plan":null,"status":"running","budget":{"onExhausted":"wrap-up"}}}
      STEP_STARTED {"stepName":"think#1","metadata":{"name":"think"}}
      STEP_FINISHED {"stepName":"think#1"}
      REASONING_START {"messageId":"SES:thought:1","metadata":{"kind":"think"}}
      REASONING_MESSAGE_START {"messageId":"SES:thought:1","role":"reasoning","metadata":{"kind":"think"}}
      REASONING_MESSAGE_CONTENT {"messageId":"SES:thought:1","delta":"I calculate."}
      REASONING_MESSAGE_END {"messageId":"SES:thought:1"}
      REASONING_END {"messageId":"SES:thought:1"}
      STEP_STARTED {"stepName":"act#1[0]","metadata":{"name":"math.calculate"}}
      TOOL_CALL_START {"toolCallId":"CALL","toolCallName":"math.calculate"}
      TOOL_CALL_ARGS {"toolCallId":"CALL","delta":"{\\"expression\\":\\"17 * 6\\"}"}
      TOOL_CALL_END {"toolCallId":"CALL"}
      TOOL_CALL_RESULT {"messageId":"CALL:result","toolCallId":"CALL","content":"102","role":"tool"}
      STEP_FINISHED {"stepName":"act#1[0]"}
      STEP_STARTED {"stepName":"think#2","metadata":{"name":"think"}}
      STEP_FINISHED {"stepName":"think#2"}
      TEXT_MESSAGE_START {"messageId":"SES:answer","role":"assistant"}
      TEXT_MESSAGE_CONTENT {"messageId":"SES:answer","delta":"It is 102."}
      STATE_DELTA {"delta":[{"op":"replace","path":"/status","value":"completed"}]}
      TEXT_MESSAGE_END {"messageId":"SES:answer"}
      RUN_FINISHED {"threadId":"thread","runId":"run","usage":[{"model":"test/scripted","inputTokens":20,"outputTokens":10,"totalTokens":30,"reasoningToken…"
    `)
  })

  it('of plan-execute is a plan whose steps are done one by one', async () => {
    expect(events(await toldSession('plan-execute', 'What is 17 * 6 + 14?', demoModel))).toMatchInlineSnapshot(`
      "RUN_STARTED {"threadId":"thread","runId":"run","protocolVersion":"1.0"}
      STATE_SNAPSHOT {"snapshot":{"session":"SES","goal":"What is 17 * 6 + 14?","plan":null,"status":"running","budget":{"onExhausted":"wrap-up"}}}
      STATE_DELTA {"delta":[{"op":"replace","path":"/status","value":"planning"}]}
      STEP_STARTED {"stepName":"plan#1","metadata":{"name":"plan"}}
      STEP_FINISHED {"stepName":"plan#1"}
      STEP_STARTED {"stepName":"publish#1","metadata":{"name":"publish"}}
      STEP_FINISHED {"stepName":"publish#1"}
      ACTIVITY_SNAPSHOT {"messageId":"plan:SES","activityType":"PLAN","content":{"revision":1,"steps":[{"id":"1","goal":"Multiply 17 by 6.","state":"runnin…
      STATE_DELTA {"delta":[{"op":"replace","path":"/plan","value":{"revision":1,"steps":[{"id":"1","goal":"Multiply 17 by 6.","state":"running"},{"id":"2"…
      STATE_DELTA {"delta":[{"op":"replace","path":"/status","value":"executing"}]}
      SUBAGENT_STARTED {"subagentRunId":"SES:step#1","name":"step"}
      STEP_STARTED {"stepName":"step#1/react/think#1","metadata":{"name":"think"},"subagentRunId":"SES:step#1"}
      STEP_FINISHED {"stepName":"step#1/react/think#1","subagentRunId":"SES:step#1"}
      REASONING_START {"messageId":"SES:thought:1","metadata":{"kind":"think"},"subagentRunId":"SES:step#1"}
      REASONING_MESSAGE_START {"messageId":"SES:thought:1","role":"reasoning","metadata":{"kind":"think"},"subagentRunId":"SES:step#1"}
      REASONING_MESSAGE_CONTENT {"messageId":"SES:thought:1","delta":"The value of 17 * 6 is wanted.","subagentRunId":"SES:step#1"}
      REASONING_MESSAGE_END {"messageId":"SES:thought:1","subagentRunId":"SES:step#1"}
      REASONING_END {"messageId":"SES:thought:1","subagentRunId":"SES:step#1"}
      STEP_STARTED {"stepName":"step#1/react/act#1[0]","metadata":{"name":"math.calculate"},"subagentRunId":"SES:step#1"}
      TOOL_CALL_START {"toolCallId":"CALL","toolCallName":"math.calculate","subagentRunId":"SES:step#1"}
      TOOL_CALL_ARGS {"toolCallId":"CALL","delta":"{\\"expression\\":\\"17 * 6\\"}","subagentRunId":"SES:step#1"}
      TOOL_CALL_END {"toolCallId":"CALL","subagentRunId":"SES:step#1"}
      TOOL_CALL_RESULT {"messageId":"CALL:result","toolCallId":"CALL","content":"102","role":"tool","subagentRunId":"SES:step#1"}
      STEP_FINISHED {"stepName":"step#1/react/act#1[0]","subagentRunId":"SES:step#1"}
      STEP_STARTED {"stepName":"step#1/react/think#2","metadata":{"name":"think"},"subagentRunId":"SES:step#1"}
      STEP_FINISHED {"stepName":"step#1/react/think#2","subagentRunId":"SES:step#1"}
      REASONING_START {"messageId":"SES:thought:2","metadata":{"kind":"think"},"subagentRunId":"SES:step#1"}
      REASONING_MESSAGE_START {"messageId":"SES:thought:2","role":"reasoning","metadata":{"kind":"think"},"subagentRunId":"SES:step#1"}
      REASONING_MESSAGE_CONTENT {"messageId":"SES:thought:2","delta":"17 * 6 = 102","subagentRunId":"SES:step#1"}
      REASONING_MESSAGE_END {"messageId":"SES:thought:2","subagentRunId":"SES:step#1"}
      REASONING_END {"messageId":"SES:thought:2","subagentRunId":"SES:step#1"}
      SUBAGENT_FINISHED {"subagentRunId":"SES:step#1","outcome":{"type":"success"}}
      STEP_STARTED {"stepName":"publish#2","metadata":{"name":"publish"}}
      STEP_FINISHED {"stepName":"publish#2"}
      ACTIVITY_SNAPSHOT {"messageId":"plan:SES","activityType":"PLAN","content":{"revision":2,"steps":[{"id":"1","goal":"Multiply 17 by 6.","state":"done"}…
      STATE_DELTA {"delta":[{"op":"replace","path":"/plan","value":{"revision":2,"steps":[{"id":"1","goal":"Multiply 17 by 6.","state":"done"},{"id":"2","g…
      SUBAGENT_STARTED {"subagentRunId":"SES:step#2","name":"step"}
      STEP_STARTED {"stepName":"step#2/react/think#1","metadata":{"name":"think"},"subagentRunId":"SES:step#2"}
      STEP_FINISHED {"stepName":"step#2/react/think#1","subagentRunId":"SES:step#2"}
      REASONING_START {"messageId":"SES:thought:3","metadata":{"kind":"think"},"subagentRunId":"SES:step#2"}
      REASONING_MESSAGE_START {"messageId":"SES:thought:3","role":"reasoning","metadata":{"kind":"think"},"subagentRunId":"SES:step#2"}
      REASONING_MESSAGE_CONTENT {"messageId":"SES:thought:3","delta":"The value of 102 + 14 is wanted.","subagentRunId":"SES:step#2"}
      REASONING_MESSAGE_END {"messageId":"SES:thought:3","subagentRunId":"SES:step#2"}
      REASONING_END {"messageId":"SES:thought:3","subagentRunId":"SES:step#2"}
      STEP_STARTED {"stepName":"step#2/react/act#1[0]","metadata":{"name":"math.calculate"},"subagentRunId":"SES:step#2"}
      TOOL_CALL_START {"toolCallId":"CALL","toolCallName":"math.calculate","subagentRunId":"SES:step#2"}
      TOOL_CALL_ARGS {"toolCallId":"CALL","delta":"{\\"expression\\":\\"102 + 14\\"}","subagentRunId":"SES:step#2"}
      TOOL_CALL_END {"toolCallId":"CALL","subagentRunId":"SES:step#2"}
      TOOL_CALL_RESULT {"messageId":"CALL:result","toolCallId":"CALL","content":"116","role":"tool","subagentRunId":"SES:step#2"}
      STEP_FINISHED {"stepName":"step#2/react/act#1[0]","subagentRunId":"SES:step#2"}
      STEP_STARTED {"stepName":"step#2/react/think#2","metadata":{"name":"think"},"subagentRunId":"SES:step#2"}
      STEP_FINISHED {"stepName":"step#2/react/think#2","subagentRunId":"SES:step#2"}
      REASONING_START {"messageId":"SES:thought:4","metadata":{"kind":"think"},"subagentRunId":"SES:step#2"}
      REASONING_MESSAGE_START {"messageId":"SES:thought:4","role":"reasoning","metadata":{"kind":"think"},"subagentRunId":"SES:step#2"}
      REASONING_MESSAGE_CONTENT {"messageId":"SES:thought:4","delta":"102 + 14 = 116","subagentRunId":"SES:step#2"}
      REASONING_MESSAGE_END {"messageId":"SES:thought:4","subagentRunId":"SES:step#2"}
      REASONING_END {"messageId":"SES:thought:4","subagentRunId":"SES:step#2"}
      SUBAGENT_FINISHED {"subagentRunId":"SES:step#2","outcome":{"type":"success"}}
      STEP_STARTED {"stepName":"publish#3","metadata":{"name":"publish"}}
      STEP_FINISHED {"stepName":"publish#3"}
      ACTIVITY_SNAPSHOT {"messageId":"plan:SES","activityType":"PLAN","content":{"revision":3,"steps":[{"id":"1","goal":"Multiply 17 by 6.","state":"done"}…
      STATE_DELTA {"delta":[{"op":"replace","path":"/plan","value":{"revision":3,"steps":[{"id":"1","goal":"Multiply 17 by 6.","state":"done"},{"id":"2","g…
      STEP_STARTED {"stepName":"synthesise#1","metadata":{"name":"synthesise"}}
      STEP_FINISHED {"stepName":"synthesise#1"}
      TEXT_MESSAGE_START {"messageId":"SES:answer","role":"assistant"}
      TEXT_MESSAGE_CONTENT {"messageId":"SES:answer","delta":"17 * 6 + 14 = 116"}
      STATE_DELTA {"delta":[{"op":"replace","path":"/status","value":"completed"}]}
      TEXT_MESSAGE_END {"messageId":"SES:answer"}
      RUN_FINISHED {"threadId":"thread","runId":"run","usage":[{"model":"demo/rules","inputTokens":1353,"outputTokens":60,"totalTokens":1413,"reasoningToke…"
    `)
  })

  it('of tree-of-thoughts is a tree that grows', async () => {
    const config = { nBranches: 2, beamWidth: 1, maxDepth: 2 }
    const told = await toldSession('tree-of-thoughts', 'Use 4 6 8 8 to make 24.', demoModel, config)
    expect(events(told)).toMatchInlineSnapshot(`
      "RUN_STARTED {"threadId":"thread","runId":"run","protocolVersion":"1.0"}
      STATE_SNAPSHOT {"snapshot":{"session":"SES","goal":"Use 4 6 8 8 to make 24.","plan":null,"status":"running","budget":{"onExhausted":"wrap-up"}}}
      STATE_DELTA {"delta":[{"op":"replace","path":"/status","value":"executing"}]}
      STEP_STARTED {"stepName":"branch#1[0]/think#1","metadata":{"name":"think"}}
      STEP_FINISHED {"stepName":"branch#1[0]/think#1"}
      REASONING_START {"messageId":"SES:thought:1","metadata":{"kind":"think"}}
      REASONING_MESSAGE_START {"messageId":"SES:thought:1","role":"reasoning","metadata":{"kind":"think"}}
      REASONING_MESSAGE_CONTENT {"messageId":"SES:thought:1","delta":"THOUGHT: 6 - 4 = 2 (left: 2, 8, 8)"}
      REASONING_MESSAGE_END {"messageId":"SES:thought:1"}
      REASONING_END {"messageId":"SES:thought:1"}
      STEP_STARTED {"stepName":"branch#1[1]/think#1","metadata":{"name":"think"}}
      STEP_FINISHED {"stepName":"branch#1[1]/think#1"}
      STATE_DELTA {"delta":[{"op":"replace","path":"/status","value":"evaluating"}]}
      REASONING_START {"messageId":"SES:thought:2","metadata":{"kind":"think"}}
      REASONING_MESSAGE_START {"messageId":"SES:thought:2","role":"reasoning","metadata":{"kind":"think"}}
      REASONING_MESSAGE_CONTENT {"messageId":"SES:thought:2","delta":"THOUGHT: 6 * 4 = 24 (left: 8, 8, 24)"}
      REASONING_MESSAGE_END {"messageId":"SES:thought:2"}
      REASONING_END {"messageId":"SES:thought:2"}
      STEP_STARTED {"stepName":"value#1[0]/score#1","metadata":{"name":"score"}}
      STEP_FINISHED {"stepName":"value#1[0]/score#1"}
      STEP_STARTED {"stepName":"value#1[1]/score#1","metadata":{"name":"score"}}
      STEP_FINISHED {"stepName":"value#1[1]/score#1"}
      ACTIVITY_SNAPSHOT {"messageId":"tree:SES","activityType":"TREE","content":{"nodes":[{"id":1,"parent":0,"depth":1,"thought":"6 - 4 = 2 (left: 2, 8, 8)…
      STATE_DELTA {"delta":[{"op":"replace","path":"/status","value":"executing"}]}
      STEP_STARTED {"stepName":"branch#2[0]/think#1","metadata":{"name":"think"}}
      STEP_FINISHED {"stepName":"branch#2[0]/think#1"}
      REASONING_START {"messageId":"SES:thought:3","metadata":{"kind":"think"}}
      REASONING_MESSAGE_START {"messageId":"SES:thought:3","role":"reasoning","metadata":{"kind":"think"}}
      REASONING_MESSAGE_CONTENT {"messageId":"SES:thought:3","delta":"THOUGHT: 8 * 2 = 16 (left: 8, 16)"}
      REASONING_MESSAGE_END {"messageId":"SES:thought:3"}
      REASONING_END {"messageId":"SES:thought:3"}
      STEP_STARTED {"stepName":"branch#2[1]/think#1","metadata":{"name":"think"}}
      STEP_FINISHED {"stepName":"branch#2[1]/think#1"}
      STATE_DELTA {"delta":[{"op":"replace","path":"/status","value":"evaluating"}]}
      REASONING_START {"messageId":"SES:thought:4","metadata":{"kind":"think"}}
      REASONING_MESSAGE_START {"messageId":"SES:thought:4","role":"reasoning","metadata":{"kind":"think"}}
      REASONING_MESSAGE_CONTENT {"messageId":"SES:thought:4","delta":"THOUGHT: 8 + 2 = 10 (left: 8, 10)"}
      REASONING_MESSAGE_END {"messageId":"SES:thought:4"}
      REASONING_END {"messageId":"SES:thought:4"}
      STEP_STARTED {"stepName":"value#2[0]/score#1","metadata":{"name":"score"}}
      STEP_FINISHED {"stepName":"value#2[0]/score#1"}
      STEP_STARTED {"stepName":"value#2[1]/score#1","metadata":{"name":"score"}}
      STEP_FINISHED {"stepName":"value#2[1]/score#1"}
      ACTIVITY_DELTA {"messageId":"tree:SES","activityType":"TREE","patch":[{"op":"add","path":"/nodes/-","value":{"id":3,"parent":1,"depth":2,"thought":"8…
      STATE_DELTA {"delta":[{"op":"replace","path":"/status","value":"deciding"}]}
      STEP_STARTED {"stepName":"answer#1","metadata":{"name":"answer"}}
      STEP_FINISHED {"stepName":"answer#1"}
      STATE_DELTA {"delta":[{"op":"replace","path":"/status","value":"evaluating"}]}
      REASONING_START {"messageId":"SES:thought:5","metadata":{"kind":"answer"}}
      REASONING_MESSAGE_START {"messageId":"SES:thought:5","role":"reasoning","metadata":{"kind":"answer"}}
      REASONING_MESSAGE_CONTENT {"messageId":"SES:thought:5","delta":"8 * (6 - 4) + 8 = 24"}
      REASONING_MESSAGE_END {"messageId":"SES:thought:5"}
      REASONING_END {"messageId":"SES:thought:5"}
      STEP_STARTED {"stepName":"value#3[0]/score#1","metadata":{"name":"score"}}
      STEP_FINISHED {"stepName":"value#3[0]/score#1"}
      TEXT_MESSAGE_START {"messageId":"SES:answer","role":"assistant"}
      TEXT_MESSAGE_CONTENT {"messageId":"SES:answer","delta":"8 * (6 - 4) + 8 = 24"}
      STATE_DELTA {"delta":[{"op":"replace","path":"/status","value":"completed"}]}
      TEXT_MESSAGE_END {"messageId":"SES:answer"}
      RUN_FINISHED {"threadId":"thread","runId":"run","usage":[{"model":"demo/rules","inputTokens":1537,"outputTokens":96,"totalTokens":1633,"reasoningToke…"
    `)
  })
})
