import type { RenderedText } from '../template/rendered-text.ts';
import type { TaskArguments } from './arguments.ts';
export function edited(
  _action: string,
  _args: TaskArguments,
  before: RenderedText | undefined,
): RenderedText | undefined {
  return before ?? [];
}
