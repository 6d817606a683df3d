/** Models: providers by name, any language model of the AI SDK, and the one that comes with Gyre. */
export { type AiSdkModelOptions, aiSdkModel } from './ai-sdk/ai-sdk-model.ts'
export type { Capability } from './ai-sdk/incapability.ts'
export {
  forgetfulCapabilities,
  type LearnedCapabilities,
  learnedCapabilities,
} from './ai-sdk/learned-capabilities.ts'
export { demoModel } from './demo/demo-model.ts'
export { pacedModel } from './demo/paced-model.ts'
export { type Detection, type DetectionOptions, detectModel, knownModel } from './detection.ts'
export {
  type AiSdkEmbedderOptions,
  aiSdkEmbedder,
  type EmbedderOptions,
  type EmbeddingUsage,
} from './embedding/ai-sdk-embedder.ts'
export { type NamedEmbedderOptions, namedEmbedder } from './embedding/named-embedder.ts'
export { jointModel } from './joint-model.ts'
export { type ModelName, parseModelName } from './names/model-name.ts'
export { type NamedModelOptions, namedModel } from './names/named-model.ts'
export { type Endpoint, type Provider, providers } from './names/providers.ts'
export { contextWindowOf, knownPrices, priceOf } from './prices.ts'
export { plainModel, type ReadyModelOptions, readyModel } from './ready-model.ts'
export { rememberedPrefixes } from './remembered.ts'
export type { ModelLimits } from './resilience/rate-limit.ts'
export type { ResilienceOptions } from './resilience/resilient-model.ts'
