export { Intake, type IntakeLimits } from './intake.ts';
