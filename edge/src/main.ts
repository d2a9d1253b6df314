#!/usr/bin/env node
// The connector: arguments → command, nothing else.
