package bundle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"
)

// bundle makes one script of modules. All of them share one scope, so each name of a
// module gets the number of the module. Declarations that nothing needs are left out.
type bundle struct {
	read    func(name string) (string, error) // returns the source of a module
	modules map[string]*module
	list    []*statement // in the order in which they run
}

// module is a module of a bundle.
type module struct {
	exports map[string]*js.Var
	object  *js.Var // the object of all exports, where a module imports that
	members map[string]bool
}

// statement is a statement at the top level of a module, or the object of its exports.
type statement struct {
	node     js.IStmt
	object   *module // instead of node
	declares []*js.Var
	uses     []*js.Var
	needed   bool
}

// bundled returns a script that does what a module does.
func bundled(name string, read func(name string) (string, error)) (string, error) {
	b := &bundle{read: read, modules: map[string]*module{}}
	if _, err := b.add(name); err != nil {
		return "", err
	}
	b.sift()
	var out strings.Builder
	out.WriteString("(async()=>{\"use strict\";\n")
	for _, s := range b.list {
		if !s.needed {
			continue
		}
		if s.object != nil {
			out.WriteString(s.object.text())
		} else {
			s.node.JS(&out)
		}
		out.WriteString(";\n")
	}
	out.WriteString("})()")
	return out.String(), nil
}

// add adds a module after those that it imports.
func (b *bundle) add(name string) (*module, error) {
	if m, ok := b.modules[name]; ok {
		return m, nil
	}
	m := &module{exports: map[string]*js.Var{}, members: map[string]bool{}}
	b.modules[name] = m
	source, err := b.read(name)
	if err != nil {
		return nil, err
	}
	ast, err := js.Parse(parse.NewInputString(source), js.Options{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	objects, err := b.link(ast)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	number := len(b.list)
	for _, v := range ast.Scope.Declared {
		v.Data = fmt.Appendf(nil, "%s$%d", v.Data, number)
	}
	for _, node := range ast.List {
		b.addStatement(m, ast, node, objects)
	}
	m.object = &js.Var{Data: fmt.Appendf(nil, "all$%d", number)}
	b.list = append(b.list, &statement{object: m, declares: []*js.Var{m.object}})
	return m, nil
}

// link ties what a module imports to what others declare. It returns the modules of which
// all exports are imported as an object, by the variable of this object.
func (b *bundle) link(ast *js.AST) (map[*js.Var]*module, error) {
	undeclared := map[string]*js.Var{}
	for _, v := range ast.Scope.Undeclared {
		undeclared[string(v.Data)] = v
	}
	objects := map[*js.Var]*module{}
	for _, node := range ast.List {
		stmt, ok := node.(*js.ImportStmt)
		if !ok {
			continue
		}
		from, err := b.add(moduleName(stmt.Module))
		if err != nil {
			return nil, err
		}
		for _, alias := range stmt.List {
			v, used := undeclared[string(alias.Binding)]
			name := string(alias.Name)
			if name == "" {
				name = string(alias.Binding)
			}
			switch {
			case name == "*" && used:
				objects[from.object] = from
				v.Link = from.object
			case used && from.exports[name] == nil:
				return nil, fmt.Errorf("%s does not export %s", stmt.Module, name)
			case used:
				v.Link = from.exports[name]
			default: // it may be exported again
				ast.Scope.Undeclared = append(ast.Scope.Undeclared, &js.Var{Data: alias.Binding, Link: from.exports[name]})
			}
		}
	}
	return objects, nil
}

// moduleName returns the name of the file of a module that is imported as "./name".
func moduleName(quoted []byte) string {
	return strings.TrimPrefix(strings.Trim(string(quoted), `"`), "./")
}

// addStatement adds a statement of a module.
func (b *bundle) addStatement(m *module, ast *js.AST, node js.IStmt, objects map[*js.Var]*module) {
	s := &statement{node: node}
	switch stmt := node.(type) {
	case *js.ImportStmt:
		return
	case *js.ExportStmt:
		if stmt.Decl == nil {
			m.exportList(ast, stmt)
			return
		}
		s.node = stmt.Decl.(js.IStmt)
		for _, v := range declaredBy(s.node) {
			m.exports[plainName(v)] = v
		}
	}
	s.declares = declaredBy(s.node)
	js.Walk(usesOf{s, objects}, s.node)
	b.list = append(b.list, s)
}

// exportList exports names that stand in a list.
func (m *module) exportList(ast *js.AST, stmt *js.ExportStmt) {
	for _, alias := range stmt.List {
		for _, v := range slices.Concat(ast.Scope.Declared, ast.Scope.Undeclared) {
			if plainName(v) == string(alias.Binding) {
				m.exports[string(alias.Binding)] = target(v)
			}
		}
	}
}

// plainName returns the name of a variable in its module.
func plainName(v *js.Var) string {
	name, _, _ := strings.Cut(string(v.Data), "$")
	return name
}

// target returns the variable that is declared.
func target(v *js.Var) *js.Var {
	for v.Link != nil {
		v = v.Link
	}
	return v
}

// declaredBy returns the variables that a statement declares.
func declaredBy(node js.IStmt) (list []*js.Var) {
	switch stmt := node.(type) {
	case *js.FuncDecl:
		list = append(list, stmt.Name)
	case *js.ClassDecl:
		list = append(list, stmt.Name)
	case *js.VarDecl:
		for _, item := range stmt.List {
			js.Walk(variables(func(v *js.Var) { list = append(list, v) }), item.Binding)
		}
	}
	return list
}

// variables is called for each variable of a tree.
type variables func(*js.Var)

func (f variables) Enter(n js.INode) js.IVisitor {
	if v, ok := n.(*js.Var); ok {
		f(v)
	}
	return f
}

func (variables) Exit(js.INode) {}

// usesOf notes which variables a statement uses.
type usesOf struct {
	*statement
	objects map[*js.Var]*module
}

func (u usesOf) Enter(n js.INode) js.IVisitor {
	switch n := n.(type) {
	case *js.Var:
		u.uses = append(u.uses, target(n))
	case *js.DotExpr:
		v, _ := n.X.(*js.Var)
		if v == nil {
			break
		}
		if from := u.objects[target(v)]; from != nil {
			name, _ := n.Y.(js.LiteralExpr)
			if exported := from.exports[string(name.Data)]; exported != nil {
				from.members[string(name.Data)] = true
				u.uses = append(u.uses, exported)
			}
		}
	}
	return u
}

func (usesOf) Exit(js.INode) {}

// sift finds the statements that are needed: those that declare nothing, and what they use.
func (b *bundle) sift() {
	by := map[*js.Var]*statement{}
	var open []*statement
	for _, s := range b.list {
		for _, v := range s.declares {
			by[v] = s
		}
		if s.declares == nil {
			open = append(open, s)
		}
	}
	for len(open) > 0 {
		s := open[len(open)-1]
		open = open[:len(open)-1]
		if s.needed {
			continue
		}
		s.needed = true
		for _, v := range s.uses {
			if next := by[v]; next != nil && !next.needed {
				open = append(open, next)
			}
		}
	}
}

// text returns the declaration of the object of a module's exports. What changes is read
// when it is asked for.
func (m *module) text() string {
	var list []string
	for name := range m.members {
		list = append(list, fmt.Sprintf("get %s(){return %s}", name, m.exports[name].Name()))
	}
	slices.Sort(list)
	return fmt.Sprintf("const %s={%s}", m.object.Name(), strings.Join(list, ","))
}
