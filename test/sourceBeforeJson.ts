// "Collab.node" stands for Collab.node.ts, as in Jest: Node.js would take Collab.node.json, which lies beside it.
import { Module } from 'node:module';

const { _extensions: extensions } = Module as unknown as { _extensions: NodeJS.RequireExtensions };
const { '.json': loadJson } = extensions;
Reflect.deleteProperty(extensions, '.json');
Object.assign(extensions, { '.json': loadJson });
