// The page's two engines, so that a long proof never keeps the map waiting: `live` answers what the user is looking at, `slow` checks, proves
// and discovers.
import { Engine, EngineError } from './engine';
import type { EngineFault } from './protocol';

export const live = new Engine();
export const slow = new Engine();

export const faultOf = (error: unknown): EngineFault =>
  error instanceof EngineError ? error.details : { fault: 'internal', message: error instanceof Error ? error.message : String(error), place: null, setting: '' };

export const cancelled = (error: unknown): boolean => faultOf(error).fault === 'cancelled';
