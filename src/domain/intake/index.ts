export { Intake, type IntakeLimits, type LimitsByEngine } from './intake.ts';
