/** Marks of chat templates, tool calls and fences: known by their shape in any language. */
import type { Match } from './match.ts'

type Shape = { readonly rule: string; readonly isStrong: boolean; readonly pattern: RegExp }

/** Each looks at a bounded stretch, and none repeats what repeats. */
const shapes: readonly Shape[] = [
  shape('fence-break', String.raw`<[ \t]{0,4}\/?[ \t]{0,4}untrusted`),
  shape(
    'fake-turn',
    String.raw`<\|[ \t]{0,2}(?:im_start|im_end|im_sep|system|user|assistant|endoftext|end_of_text|begin_of_text|start_header_id|end_header_id|eot_id|end|tool|channel|message)[ \t]{0,2}\|>`,
  ),
  shape('fake-turn', String.raw`\[\/?INST\]|<<\/?SYS>>|<\/?(?:start|end)_of_turn>`),
  shape(
    'fake-turn',
    String.raw`(?:^|\n)[ \t]{0,4}#{2,4}[ \t]{0,2}(?:system|instruction|assistant|response|human|user)[ \t]{0,2}:[^#]{0,400}\n[ \t]{0,4}#{2,4}[ \t]{0,2}(?:system|instruction|assistant|response|human|user)[ \t]{0,2}:`,
  ),
  shape('fake-turn', String.raw`(?:^|\n)[ \t]{0,4}#{2,4}[ \t]{0,2}(?:system|instruction)[ \t]{0,2}:`, false),
  shape('fake-turn', String.raw`<\/?(?:system|system_prompt|system-prompt|developer)>`, false),
  shape('fake-turn', String.raw`["']role["'][ \t]{0,3}:[ \t]{0,3}["'](?:system|developer)["']`, false),
  shape(
    'fake-tool-output',
    String.raw`<\/?(?:tool_result|tool_results|tool_call|tool_calls|tool_response|tool_output|function_call|function_calls|function_result|function_results|function_response|antml:[a-z_]{1,20})\b`,
  ),
  shape('fake-turn', String.raw`<\/(?:assistant|user|human|system)>\s{0,4}<(?:assistant|user|human|system)>`),
  shape('fake-tool-output', String.raw`\bto=functions\.\w`),
  shape(
    'fake-tool-output',
    String.raw`["'](?:tool|function|name)["'][ \t]{0,3}:[ \t]{0,3}["'][\w.-]{1,60}["'],\s{0,8}["'](?:args|arguments|parameters|input)["'][ \t]{0,3}:`,
    false,
  ),
  shape(
    'fence-break',
    String.raw`<\/(?:document|documents|context|data|search_results|webpage|email|content|results)>\s{0,8}<(?:instructions?|system|prompt|user_request)>`,
  ),
  shape('fake-tool-output', String.raw`<invoke[ \t]{1,3}name[ \t]{0,2}=`),
]

function shape(rule: string, pattern: string, isStrong = true): Shape {
  return { rule, isStrong, pattern: new RegExp(pattern, 'gi') }
}

/** Without one of these there is no shape. */
const sign = /[<[#"'=]/

/** More of them say no more. */
const mostOfOne = 8

export function shapesIn(text: string): readonly Match[] {
  if (!sign.test(text)) return []
  const found: Match[] = []
  for (const { rule, isStrong, pattern } of shapes) {
    let count = 0
    for (const { 0: match, index } of text.matchAll(pattern)) {
      found.push({ rule, isStrong, start: index, end: index + match.length })
      if (++count === mostOfOne) break
    }
  }
  return found
}
