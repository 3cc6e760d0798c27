// A view with nothing of its own to do.

import { startShell } from "./shell.js";

startShell();
