import path from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../project-paths.mjs';
import type { FieldModel, TypeModel } from './type-model.mts';

/** Types that stand for anything JSON can hold, so that their recursion is not followed. */
const OPEN_TYPES = ['JsonValue', 'GenericValue'];

/** n8n's word for an object of any fields. */
const OPEN_OBJECT = 'IDataObject';

/** Types of one source file, read with the compiler that also checks them. */
export interface TypeReader {
	read(typeName: string): TypeModel;
}

/** Opens the types that a file exports. A type that has no place in JSON throws, with its name. */
export function openTypes(file: string): TypeReader {
	const fileName = path.join(projectRoot, file);
	const program = ts.createProgram([fileName], readCompilerOptions());
	const checker = program.getTypeChecker();
	const source = program.getSourceFile(fileName);
	const moduleSymbol = source && checker.getSymbolAtLocation(source);
	if (moduleSymbol === undefined) throw new Error(`${file} exports nothing`);
	const exported = checker.getExportsOfModule(moduleSymbol);
	return {
		read(typeName) {
			const symbol = exported.find(({ name }) => name === typeName);
			if (symbol === undefined) throw new Error(`${file} exports no ${typeName}`);
			return describe(checker.getDeclaredTypeOfSymbol(symbol), checker);
		},
	};
}

function readCompilerOptions(): ts.CompilerOptions {
	const { config } = ts.readConfigFile(path.join(projectRoot, 'tsconfig.json'), ts.sys.readFile);
	return ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, projectRoot)
		.options;
}

function describe(type: ts.Type, checker: ts.TypeChecker): TypeModel {
	if (OPEN_TYPES.includes(type.aliasSymbol?.name ?? '')) return { kind: 'any', nullable: true };
	if (!type.isUnion()) return { ...describeOne(type, checker), nullable: hasFlag(type, NULLISH) };
	const parts = type.types.filter((part) => !hasFlag(part, NULLISH));
	const nullable = type.types.some((part) => hasFlag(part, ts.TypeFlags.Null));
	const [only, ...others] = parts;
	if (only !== undefined && others.length === 0) return { ...describe(only, checker), nullable };
	if (parts.every((part) => hasFlag(part, ts.TypeFlags.BooleanLike))) {
		return { kind: 'boolean', nullable };
	}
	const values = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []));
	if (values.length === parts.length) {
		// The compiler's own order depends on which file it reads first.
		return { kind: 'choice', values: values.toSorted(), nullable };
	}
	// An optional field of any JSON type: the compiler spells out the union and forgets its name.
	const scalars = [ts.TypeFlags.StringLike, ts.TypeFlags.NumberLike, ts.TypeFlags.BooleanLike];
	if (scalars.every((flag) => parts.some((part) => hasFlag(part, flag)))) {
		return { kind: 'any', nullable: true };
	}
	throw new Error(`A union of several kinds has no preview: ${checker.typeToString(type)}`);
}

const NULLISH = ts.TypeFlags.Null | ts.TypeFlags.Undefined;

function hasFlag(type: ts.Type, flag: ts.TypeFlags): boolean {
	return (type.flags & flag) !== 0;
}

type WithoutNull = TypeModel extends infer Model
	? Model extends { nullable: boolean }
		? Omit<Model, 'nullable'>
		: never
	: never;

function describeOne(type: ts.Type, checker: ts.TypeChecker): WithoutNull {
	if (hasFlag(type, ts.TypeFlags.StringLike)) return { kind: 'string' };
	if (hasFlag(type, ts.TypeFlags.NumberLike)) return { kind: 'number' };
	if (hasFlag(type, ts.TypeFlags.BooleanLike)) return { kind: 'boolean' };
	if (hasFlag(type, ts.TypeFlags.Null)) return { kind: 'null' };
	if (hasFlag(type, ts.TypeFlags.Unknown)) return { kind: 'any' };
	if (checker.isArrayType(type)) {
		const items = checker.getIndexTypeOfType(type, ts.IndexKind.Number);
		if (items !== undefined) return { kind: 'array', items: describe(items, checker) };
	}
	const isObject = hasFlag(type, ts.TypeFlags.Object) || type.isIntersection();
	if (isObject && type.getCallSignatures().length === 0) return describeObject(type, checker);
	throw new Error(`No JSON can hold ${checker.typeToString(type)}`);
}

function describeObject(type: ts.Type, checker: ts.TypeChecker): WithoutNull {
	if (type.getSymbol()?.name === OPEN_OBJECT) {
		return { kind: 'object', name: null, fields: [], otherFields: { kind: 'any', nullable: true } };
	}
	const others = checker.getIndexTypeOfType(type, ts.IndexKind.String);
	return {
		kind: 'object',
		name: type.aliasSymbol?.name ?? null,
		fields: checker.getPropertiesOfType(type).map((symbol) => describeField(symbol, checker)),
		otherFields: others === undefined ? null : describe(others, checker),
	};
}

function describeField(symbol: ts.Symbol, checker: ts.TypeChecker): FieldModel {
	return {
		name: symbol.name,
		optional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
		text: ts
			.displayPartsToString(symbol.getDocumentationComment(checker))
			.replace(/\s+/g, ' ')
			.trim(),
		type: describe(checker.getTypeOfSymbol(symbol), checker),
	};
}
