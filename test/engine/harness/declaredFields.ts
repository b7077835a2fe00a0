import type {
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	NodeParameterValueType,
} from 'n8n-workflow';
import { Collab } from '../../../nodes/Collab/Collab.node';
import { CollabTrigger } from '../../../nodes/Collab/CollabTrigger.node';

/** A field that a node declares. */
export interface DeclaredField {
	/** Its name; within a collection, after the collection's name and a point. */
	readonly path: string;
	readonly property: INodeProperties;
}

const { properties } = new Collab().description;

const valuesOf = ({ options = [] }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ value }) => String(value));

/** Whether the field is shown for this resource and operation; where it says nothing of them, it is. */
function isShown({ displayOptions }: INodeProperties, chosen: Record<string, string>): boolean {
	const shown: Readonly<Record<string, unknown>> = displayOptions?.show ?? {};
	return Object.entries(chosen).every(([name, value]) => {
		const wanted = shown[name];
		return !Array.isArray(wanted) || wanted.includes(value);
	});
}

/** Every operation of every resource. */
export function declaredOperations(): Array<{ resource: string; operation: string }> {
	const resources = properties.filter(({ name }) => name === 'resource').flatMap(valuesOf);
	return resources.flatMap((resource) =>
		properties
			.filter((property) => property.name === 'operation' && isShown(property, { resource }))
			.flatMap(valuesOf)
			.map((operation) => ({ resource, operation })),
	);
}

/** Every field of the operation in which people can enter something, those within collections included. */
export const declaredFields = (chosen: Record<string, string>): DeclaredField[] =>
	fieldsOf(properties.filter((property) => isShown(property, chosen)));

/** The same for the trigger. */
export const declaredTriggerFields = () => fieldsOf(new CollabTrigger().description.properties);

function fieldsOf(declared: readonly INodeProperties[]): DeclaredField[] {
	return (
		declared
			// The variant for AI agents has fields of its own, which have tests of their own.
			.filter(({ type, displayOptions }) => type !== 'notice' && !displayOptions?.show?.['@tool'])
			.flatMap((property) =>
				property.type === 'collection'
					? (property.options as INodeProperties[]).map((inner) => ({
							path: `${property.name}.${inner.name}`,
							property: inner,
						}))
					: [{ path: property.name, property }],
			)
	);
}

/** The same parameters with another value of the field. */
export function withValue(
	parameters: INodeParameters,
	{ path }: DeclaredField,
	value: NodeParameterValueType,
): INodeParameters {
	const [name = '', inner] = path.split('.');
	if (inner === undefined) return { ...parameters, [name]: value };
	return { ...parameters, [name]: { ...(parameters[name] as INodeParameters), [inner]: value } };
}

/** What can be chosen; undefined for a field that takes any value. */
export function choicesOf({ property }: DeclaredField): Array<string | boolean> | undefined {
	if (property.type === 'boolean') return [true, false];
	return property.type === 'options' ? valuesOf(property) : undefined;
}
