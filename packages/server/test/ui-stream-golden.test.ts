import { calls, says, scriptedModel } from '@gyre/core/testing'
import { demoModel } from '@gyre/models'
import { describe, expect, it } from 'vitest'
import { UiEncoder } from '../src/ui-stream/ui-encoder.ts'
import { type ToldSession, toldSession, transcript } from './support/told-session.ts'

function chunks({ session, moments }: ToldSession): string {
  const encoder = new UiEncoder({ session, messageId: 'message', calls: [], approvals: [] })
  return transcript(session, [...encoder.start(), ...moments.flatMap((moment) => encoder.encode(moment))])
}

describe('a message of the AI SDK', () => {
  it('of react is thoughts, a call and an answer', async () => {
    const model = scriptedModel(calls('math.calculate', { expression: '17 * 6' }, 'I calculate.'), says('It is 102.'))
    expect(chunks(await toldSession('react', 'What is 17 * 6?', model))).toMatchInlineSnapshot(`
      "start {"messageId":"message","messageMetadata":{"sessionId":"SES"}}
      data-control {"data":{"status":"running"},"transient":true}
      start-step {}
      data-step {"id":"think#1","data":{"name":"think","kind":"generate","path":"think#1","state":"running"}}
      data-step {"id":"think#1","data":{"name":"think","kind":"generate","path":"think#1","state":"done","said":"“I calculate.” math.calculate(expression: …
      reasoning-start {"id":"thought-1","providerMetadata":{"gyre":{"kind":"think"}}}
      reasoning-delta {"id":"thought-1","delta":"I calculate."}
      reasoning-end {"id":"thought-1"}
      data-step {"id":"act#1[0]","data":{"name":"math.calculate","kind":"tool","path":"act#1[0]","state":"running"}}
      tool-input-start {"toolCallId":"CALL","toolName":"math.calculate","providerExecuted":true,"dynamic":true}
      tool-input-available {"toolCallId":"CALL","toolName":"math.calculate","providerExecuted":true,"dynamic":true,"input":{"expression":"17 * 6"}}
      tool-output-available {"toolCallId":"CALL","providerExecuted":true,"dynamic":true,"output":"102"}
      data-step {"id":"act#1[0]","data":{"name":"math.calculate","kind":"tool","path":"act#1[0]","state":"done","said":"expression: \\"17 * 6\\" → 102"}}
      finish-step {}
      start-step {}
      data-step {"id":"think#2","data":{"name":"think","kind":"generate","path":"think#2","state":"running"}}
      data-step {"id":"think#2","data":{"name":"think","kind":"generate","path":"think#2","state":"done","said":"“It is 102.”"}}
      text-start {"id":"answer"}
      text-delta {"id":"answer","delta":"It is 102."}
      data-control {"data":{"status":"completed"},"transient":true}
      text-end {"id":"answer"}
      finish-step {}
      finish {"finishReason":"stop","messageMetadata":{"sessionId":"SES","outcome":"answered","gap":null,"usage":{"modelCalls":2,"toolCalls":1,"inputTokens…"
    `)
  })

  it('of plan-execute is a plan whose steps are done one by one', async () => {
    expect(chunks(await toldSession('plan-execute', 'What is 17 * 6 + 14?', demoModel))).toMatchInlineSnapshot(`
      "start {"messageId":"message","messageMetadata":{"sessionId":"SES"}}
      data-control {"data":{"status":"running"},"transient":true}
      data-control {"data":{"status":"planning"},"transient":true}
      start-step {}
      data-step {"id":"plan#1","data":{"name":"plan","kind":"generate","path":"plan#1","state":"running"}}
      data-step {"id":"plan#1","data":{"name":"plan","kind":"generate","path":"plan#1","state":"done","said":"steps: [{\\"id\\":\\"1\\",\\"goal\\":\\"Multiply 17 …
      data-step {"id":"publish#1","data":{"name":"publish","kind":"plan","path":"publish#1","state":"running"}}
      data-step {"id":"publish#1","data":{"name":"publish","kind":"plan","path":"publish#1","state":"done","said":"1. Multiply 17 by 6.  2. Add the result …
      data-plan {"id":"plan","data":{"revision":1,"steps":[{"id":"1","goal":"Multiply 17 by 6.","state":"running"},{"id":"2","goal":"Add the result of step…
      data-control {"data":{"status":"executing"},"transient":true}
      data-expert {"id":"expert-step#1","data":{"name":"step","path":"step#1","state":"running"}}
      finish-step {}
      start-step {}
      data-step {"id":"step#1/react/think#1","data":{"name":"think","kind":"generate","path":"step#1/react/think#1","state":"running"}}
      data-step {"id":"step#1/react/think#1","data":{"name":"think","kind":"generate","path":"step#1/react/think#1","state":"done","said":"“The value of 17…
      reasoning-start {"id":"thought-1","providerMetadata":{"gyre":{"kind":"think"}}}
      reasoning-delta {"id":"thought-1","delta":"The value of 17 * 6 is wanted."}
      reasoning-end {"id":"thought-1"}
      data-step {"id":"step#1/react/act#1[0]","data":{"name":"math.calculate","kind":"tool","path":"step#1/react/act#1[0]","state":"running"}}
      tool-input-start {"toolCallId":"CALL","toolName":"math.calculate","providerExecuted":true,"dynamic":true}
      tool-input-available {"toolCallId":"CALL","toolName":"math.calculate","providerExecuted":true,"dynamic":true,"input":{"expression":"17 * 6"}}
      tool-output-available {"toolCallId":"CALL","providerExecuted":true,"dynamic":true,"output":"102"}
      data-step {"id":"step#1/react/act#1[0]","data":{"name":"math.calculate","kind":"tool","path":"step#1/react/act#1[0]","state":"done","said":"expressio…
      finish-step {}
      start-step {}
      data-step {"id":"step#1/react/think#2","data":{"name":"think","kind":"generate","path":"step#1/react/think#2","state":"running"}}
      data-step {"id":"step#1/react/think#2","data":{"name":"think","kind":"generate","path":"step#1/react/think#2","state":"done","said":"“17 * 6 = 102”"}}
      reasoning-start {"id":"thought-2","providerMetadata":{"gyre":{"kind":"think"}}}
      reasoning-delta {"id":"thought-2","delta":"17 * 6 = 102"}
      reasoning-end {"id":"thought-2"}
      data-expert {"id":"expert-step#1","data":{"name":"step","path":"step#1","state":"done","said":"answered"}}
      data-step {"id":"publish#2","data":{"name":"publish","kind":"plan","path":"publish#2","state":"running"}}
      data-step {"id":"publish#2","data":{"name":"publish","kind":"plan","path":"publish#2","state":"done","said":"2. Add the result of step 1 and 14."}}
      data-plan {"id":"plan","data":{"revision":2,"steps":[{"id":"1","goal":"Multiply 17 by 6.","state":"done"},{"id":"2","goal":"Add the result of step 1 …
      data-expert {"id":"expert-step#2","data":{"name":"step","path":"step#2","state":"running"}}
      finish-step {}
      start-step {}
      data-step {"id":"step#2/react/think#1","data":{"name":"think","kind":"generate","path":"step#2/react/think#1","state":"running"}}
      data-step {"id":"step#2/react/think#1","data":{"name":"think","kind":"generate","path":"step#2/react/think#1","state":"done","said":"“The value of 10…
      reasoning-start {"id":"thought-3","providerMetadata":{"gyre":{"kind":"think"}}}
      reasoning-delta {"id":"thought-3","delta":"The value of 102 + 14 is wanted."}
      reasoning-end {"id":"thought-3"}
      data-step {"id":"step#2/react/act#1[0]","data":{"name":"math.calculate","kind":"tool","path":"step#2/react/act#1[0]","state":"running"}}
      tool-input-start {"toolCallId":"CALL","toolName":"math.calculate","providerExecuted":true,"dynamic":true}
      tool-input-available {"toolCallId":"CALL","toolName":"math.calculate","providerExecuted":true,"dynamic":true,"input":{"expression":"102 + 14"}}
      tool-output-available {"toolCallId":"CALL","providerExecuted":true,"dynamic":true,"output":"116"}
      data-step {"id":"step#2/react/act#1[0]","data":{"name":"math.calculate","kind":"tool","path":"step#2/react/act#1[0]","state":"done","said":"expressio…
      finish-step {}
      start-step {}
      data-step {"id":"step#2/react/think#2","data":{"name":"think","kind":"generate","path":"step#2/react/think#2","state":"running"}}
      data-step {"id":"step#2/react/think#2","data":{"name":"think","kind":"generate","path":"step#2/react/think#2","state":"done","said":"“102 + 14 = 116”…
      reasoning-start {"id":"thought-4","providerMetadata":{"gyre":{"kind":"think"}}}
      reasoning-delta {"id":"thought-4","delta":"102 + 14 = 116"}
      reasoning-end {"id":"thought-4"}
      data-expert {"id":"expert-step#2","data":{"name":"step","path":"step#2","state":"done","said":"answered"}}
      data-step {"id":"publish#3","data":{"name":"publish","kind":"plan","path":"publish#3","state":"running"}}
      data-step {"id":"publish#3","data":{"name":"publish","kind":"plan","path":"publish#3","state":"done","said":"nothing is left"}}
      data-plan {"id":"plan","data":{"revision":3,"steps":[{"id":"1","goal":"Multiply 17 by 6.","state":"done"},{"id":"2","goal":"Add the result of step 1 …
      finish-step {}
      start-step {}
      data-step {"id":"synthesise#1","data":{"name":"synthesise","kind":"generate","path":"synthesise#1","state":"running"}}
      data-step {"id":"synthesise#1","data":{"name":"synthesise","kind":"generate","path":"synthesise#1","state":"done","said":"“17 * 6 + 14 = 116”"}}
      text-start {"id":"answer"}
      text-delta {"id":"answer","delta":"17 * 6 + 14 = 116"}
      data-control {"data":{"status":"completed"},"transient":true}
      text-end {"id":"answer"}
      finish-step {}
      finish {"finishReason":"stop","messageMetadata":{"sessionId":"SES","outcome":"answered","gap":null,"usage":{"modelCalls":6,"toolCalls":2,"inputTokens…"
    `)
  })

  it('of tree-of-thoughts is a tree that grows', async () => {
    const config = { nBranches: 2, beamWidth: 1, maxDepth: 2 }
    const told = await toldSession('tree-of-thoughts', 'Use 4 6 8 8 to make 24.', demoModel, config)
    expect(chunks(told)).toMatchInlineSnapshot(`
      "start {"messageId":"message","messageMetadata":{"sessionId":"SES"}}
      data-control {"data":{"status":"running"},"transient":true}
      data-control {"data":{"status":"executing"},"transient":true}
      start-step {}
      data-step {"id":"branch#1[0]/think#1","data":{"name":"think","kind":"generate","path":"branch#1[0]/think#1","state":"running"}}
      data-step {"id":"branch#1[0]/think#1","data":{"name":"think","kind":"generate","path":"branch#1[0]/think#1","state":"done","said":"“THOUGHT: 6 - 4 = …
      reasoning-start {"id":"thought-1","providerMetadata":{"gyre":{"kind":"think"}}}
      reasoning-delta {"id":"thought-1","delta":"THOUGHT: 6 - 4 = 2 (left: 2, 8, 8)"}
      reasoning-end {"id":"thought-1"}
      finish-step {}
      start-step {}
      data-step {"id":"branch#1[1]/think#1","data":{"name":"think","kind":"generate","path":"branch#1[1]/think#1","state":"running"}}
      data-step {"id":"branch#1[1]/think#1","data":{"name":"think","kind":"generate","path":"branch#1[1]/think#1","state":"done","said":"“THOUGHT: 6 * 4 = …
      data-control {"data":{"status":"evaluating"},"transient":true}
      reasoning-start {"id":"thought-2","providerMetadata":{"gyre":{"kind":"think"}}}
      reasoning-delta {"id":"thought-2","delta":"THOUGHT: 6 * 4 = 24 (left: 8, 8, 24)"}
      reasoning-end {"id":"thought-2"}
      finish-step {}
      start-step {}
      data-step {"id":"value#1[0]/score#1","data":{"name":"score","kind":"generate","path":"value#1[0]/score#1","state":"running"}}
      data-step {"id":"value#1[0]/score#1","data":{"name":"score","kind":"generate","path":"value#1[0]/score#1","state":"done","said":"“24 can be made from…
      finish-step {}
      start-step {}
      data-step {"id":"value#1[1]/score#1","data":{"name":"score","kind":"generate","path":"value#1[1]/score#1","state":"running"}}
      data-step {"id":"value#1[1]/score#1","data":{"name":"score","kind":"generate","path":"value#1[1]/score#1","state":"done","said":"“24 can be made from…
      data-tree {"id":"tree","data":{"nodes":[{"id":1,"parent":0,"depth":1,"thought":"6 - 4 = 2 (left: 2, 8, 8)","isAnswer":false,"score":10,"state":"kept"…
      data-control {"data":{"status":"executing"},"transient":true}
      finish-step {}
      start-step {}
      data-step {"id":"branch#2[0]/think#1","data":{"name":"think","kind":"generate","path":"branch#2[0]/think#1","state":"running"}}
      data-step {"id":"branch#2[0]/think#1","data":{"name":"think","kind":"generate","path":"branch#2[0]/think#1","state":"done","said":"“THOUGHT: 8 * 2 = …
      reasoning-start {"id":"thought-3","providerMetadata":{"gyre":{"kind":"think"}}}
      reasoning-delta {"id":"thought-3","delta":"THOUGHT: 8 * 2 = 16 (left: 8, 16)"}
      reasoning-end {"id":"thought-3"}
      finish-step {}
      start-step {}
      data-step {"id":"branch#2[1]/think#1","data":{"name":"think","kind":"generate","path":"branch#2[1]/think#1","state":"running"}}
      data-step {"id":"branch#2[1]/think#1","data":{"name":"think","kind":"generate","path":"branch#2[1]/think#1","state":"done","said":"“THOUGHT: 8 + 2 = …
      data-control {"data":{"status":"evaluating"},"transient":true}
      reasoning-start {"id":"thought-4","providerMetadata":{"gyre":{"kind":"think"}}}
      reasoning-delta {"id":"thought-4","delta":"THOUGHT: 8 + 2 = 10 (left: 8, 10)"}
      reasoning-end {"id":"thought-4"}
      finish-step {}
      start-step {}
      data-step {"id":"value#2[0]/score#1","data":{"name":"score","kind":"generate","path":"value#2[0]/score#1","state":"running"}}
      data-step {"id":"value#2[0]/score#1","data":{"name":"score","kind":"generate","path":"value#2[0]/score#1","state":"done","said":"“24 can be made from…
      finish-step {}
      start-step {}
      data-step {"id":"value#2[1]/score#1","data":{"name":"score","kind":"generate","path":"value#2[1]/score#1","state":"running"}}
      data-step {"id":"value#2[1]/score#1","data":{"name":"score","kind":"generate","path":"value#2[1]/score#1","state":"done","said":"“24 cannot be made f…
      data-tree {"id":"tree","data":{"nodes":[{"id":1,"parent":0,"depth":1,"thought":"6 - 4 = 2 (left: 2, 8, 8)","isAnswer":false,"score":10,"state":"kept"…
      data-control {"data":{"status":"deciding"},"transient":true}
      finish-step {}
      start-step {}
      data-step {"id":"answer#1","data":{"name":"answer","kind":"generate","path":"answer#1","state":"running"}}
      data-step {"id":"answer#1","data":{"name":"answer","kind":"generate","path":"answer#1","state":"done","said":"“8 * (6 - 4) + 8 = 24”"}}
      data-control {"data":{"status":"evaluating"},"transient":true}
      reasoning-start {"id":"thought-5","providerMetadata":{"gyre":{"kind":"answer"}}}
      reasoning-delta {"id":"thought-5","delta":"8 * (6 - 4) + 8 = 24"}
      reasoning-end {"id":"thought-5"}
      finish-step {}
      start-step {}
      data-step {"id":"value#3[0]/score#1","data":{"name":"score","kind":"generate","path":"value#3[0]/score#1","state":"running"}}
      data-step {"id":"value#3[0]/score#1","data":{"name":"score","kind":"generate","path":"value#3[0]/score#1","state":"done","said":"“\`8 * (6 - 4) + 8\` i…
      text-start {"id":"answer"}
      text-delta {"id":"answer","delta":"8 * (6 - 4) + 8 = 24"}
      data-control {"data":{"status":"completed"},"transient":true}
      text-end {"id":"answer"}
      finish-step {}
      finish {"finishReason":"length","messageMetadata":{"sessionId":"SES","outcome":"limit:turns","gap":"No line came to an accepted answer within the gre…"
    `)
  })
})
